/** What the manifests of package managers say of a release. */
export interface Release {
  readonly version: string;
  /** Where its files can be fetched, without a slash at the end. */
  readonly url: string;
  readonly homepage: string;
  readonly appId: string;
  readonly publisher: string;
  /** SHA-256 in hexadecimal by the names of the files. */
  readonly checksums: ReadonlyMap<string, string>;
}

/** Reads a file of lines `sha256  name`. */
export function readChecksums(text: string): ReadonlyMap<string, string> {
  return new Map([...text.matchAll(/^([\da-f]{64}) [ *](.+)$/gm)].map(([, sum, name]) => [name!, sum!]));
}

/**
 * A manifest from its template, in which the names of the release's texts stand for them, as in `{{version}}`, and `{{sha256 NAME}}` for
 * the checksum of a file (`{{SHA256 NAME}}` in capitals). Throws an `Error` for a file that the release does not have.
 */
export function fillManifest(template: string, { checksums, ...texts }: Release): string {
  const plain = Object.entries(texts).reduce((text, [name, value]) => text.replaceAll(`{{${name}}}`, value), template);
  return plain.replaceAll(/\{\{(sha256|SHA256) ([^}]+)\}\}/g, (_, form: string, name: string) => {
    const sum = checksums.get(name);
    if (sum === undefined) throw new Error(`the release has no file ${name}`);
    return form === 'SHA256' ? sum.toUpperCase() : sum;
  });
}
