import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

/** A package of which something stands in what is built. */
export interface ShippedPackage {
  readonly name: string;
  readonly version: string;
  /** SPDX expression of its package.json. */
  readonly licence: string;
  readonly homepage: string | null;
  readonly author: string | null;
  /** Its licence and notice files, as they are. */
  readonly texts: readonly string[];
  /** As in package-lock.json (`sha512-…`), or null where the lock file has none. */
  readonly integrity: string | null;
}

/** Collects, over any number of builds, the folders of packages whose code or files a bundle holds. */
export interface PackageCollector {
  readonly folders: ReadonlySet<string>;
  readonly plugin: Plugin;
}

export function collectPackages(): PackageCollector {
  const folders = new Set<string>();
  const plugin: Plugin = {
    name: 'limber-shipped-packages',
    generateBundle(_options, bundle) {
      for (const output of Object.values(bundle)) {
        const files = output.type === 'chunk' ? output.moduleIds : output.originalFileNames;
        for (const file of files) {
          const folder = packageFolderOf(file.replaceAll('\\', '/'));
          if (folder !== null) folders.add(folder);
        }
      }
    },
  };
  return { folders, plugin };
}

/** `…/node_modules/@scope/name` of a file in that package, from the folder of package.json; null for the project's own files. */
export function packageFolderOf(file: string): string | null {
  return /^.*?(node_modules\/(?:.*\/node_modules\/)?(?:@[^/]+\/)?[^/]+)\//.exec(file)?.[1] ?? null;
}

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly license?: string;
  readonly homepage?: string;
  readonly repository?: string | { readonly url?: string };
  readonly author?: string | { readonly name?: string };
}

/** Reads the packages in these folders, sorted by name and version. Throws an `Error` when one says nothing of its licence. */
export function readShippedPackages(project: string, folders: Iterable<string>): readonly ShippedPackage[] {
  const lock: { readonly packages: Readonly<Record<string, { readonly integrity?: string }>> } = JSON.parse(
    readFileSync(join(project, 'package-lock.json'), 'utf8'),
  );
  const read = (folder: string): ShippedPackage => {
    const manifest: Manifest = JSON.parse(readFileSync(join(project, folder, 'package.json'), 'utf8'));
    const { name, version, license } = manifest;
    if (typeof license !== 'string') throw new Error(`${name} ${version} is built in, and its package.json names no licence`);
    const author = typeof manifest.author === 'string' ? manifest.author : manifest.author?.name;
    return {
      name,
      version,
      licence: license,
      homepage: manifest.homepage ?? repositoryPage(manifest.repository),
      author: author ?? null,
      texts: readTexts(join(project, folder)),
      integrity: lock.packages[folder]?.integrity ?? null,
    };
  };
  const packages = [...folders].map(read);
  return packages.toSorted((a, b) => (`${a.name} ${a.version}` < `${b.name} ${b.version}` ? -1 : 1));
}

/** The page of a repository; `name/name` is one on GitHub. */
function repositoryPage(repository: Manifest['repository']): string | null {
  const url = typeof repository === 'string' ? repository : repository?.url;
  if (url === undefined) return null;
  const page = url.replace(/^git\+/, '').replace(/\.git$/, '');
  return /^[\w.-]+\/[\w.-]+$/.test(page) ? `https://github.com/${page}` : page;
}

function readTexts(folder: string): readonly string[] {
  const names = readdirSync(folder).filter(
    (name) => /^(licen[cs]e|copying|notice)([.-]|$)/i.test(name) && !/\.(js|ts|json)$/i.test(name),
  );
  return names.toSorted().map((name) => readFileSync(join(folder, name), 'utf8').replaceAll('\r\n', '\n').trim());
}
