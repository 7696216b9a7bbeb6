import { createHash } from 'node:crypto';
import type { ShippedPackage } from './shipped-packages.ts';

/** The program that a bill of materials describes. */
export interface Product {
  readonly version: string;
  /** Version of the Electron that it is packed with. */
  readonly electron: string;
}

/** A CycloneDX 1.6 bill of materials of what is shipped, as JSON. The same packages give the same bytes. */
export function writeSbom({ version, electron }: Product, packages: readonly ShippedPackage[]): string {
  const components = [
    {
      type: 'framework',
      'bom-ref': `pkg:npm/electron@${electron}`,
      name: 'electron',
      version: electron,
      purl: `pkg:npm/electron@${electron}`,
      licenses: [{ license: { id: 'MIT' } }],
    },
    ...packages.map(component),
  ];
  const product = `pkg:generic/limber@${version}`;
  return `${JSON.stringify(
    {
      $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
      bomFormat: 'CycloneDX',
      specVersion: '1.6',
      serialNumber: serialNumber(JSON.stringify([version, components])),
      version: 1,
      metadata: {
        component: {
          type: 'application',
          'bom-ref': product,
          name: 'Limber',
          version,
          purl: product,
          licenses: [{ license: { id: 'MIT' } }],
        },
      },
      components,
      dependencies: [{ ref: product, dependsOn: components.map((each) => each['bom-ref']) }],
    },
    null,
    2,
  )}\n`;
}

function component({ name, version, licence, homepage, integrity }: ShippedPackage) {
  const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`;
  const isExpression = /[ ()]/.test(licence);
  return {
    type: 'library',
    'bom-ref': purl,
    name,
    version,
    purl,
    licenses: [isExpression ? { expression: licence } : { license: { id: licence } }],
    ...(integrity?.startsWith('sha512-') && {
      hashes: [{ alg: 'SHA-512', content: Buffer.from(integrity.slice('sha512-'.length), 'base64').toString('hex') }],
    }),
    ...(homepage && { externalReferences: [{ type: 'website', url: homepage }] }),
  };
}

/** A UUID that follows from the content (version 8 of RFC 9562). */
function serialNumber(content: string): string {
  const hex = createHash('sha256').update(content).digest('hex');
  const variant = ((Number.parseInt(hex[16]!, 16) & 3) | 8).toString(16);
  return `urn:uuid:${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
