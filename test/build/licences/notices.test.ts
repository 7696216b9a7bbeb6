import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { writeNotices } from '../../../build/scripts/licences/notices.ts';
import { writeSbom } from '../../../build/scripts/licences/sbom.ts';
import { packageFolderOf, readShippedPackages, type ShippedPackage } from '../../../build/scripts/licences/shipped-packages.ts';
import { isBuilt } from '../../../build/scripts/starting/built.ts';
import { projectFolder } from '../../../build/vite-targets.ts';

const made = (name: string, more: Partial<ShippedPackage> = {}): ShippedPackage => ({
  name,
  version: '1.0.0',
  licence: 'MIT',
  homepage: null,
  author: null,
  texts: ['Do what you want.'],
  integrity: 'sha512-AAEC',
  ...more,
});

describe('the notices', () => {
  test('list every package and hold the text of each licence, equal ones once', () => {
    const text = writeNotices([
      made('a', { homepage: 'https://a.example' }),
      made('@b/c'),
      made('d', { texts: ['Other.', 'Notice.'] }),
    ]);
    expect(text).toContain('a 1.0.0, MIT, https://a.example\n@b/c 1.0.0, MIT\nd 1.0.0, MIT\n');
    expect(text.split('Do what you want.')).toHaveLength(2);
    expect(text).toContain('a 1.0.0, @b/c 1.0.0\n');
    expect(text).toContain('Other.\n\nNotice.');
  });

  test('fall back on the standard text with the author, and refuse a licence without one', () => {
    expect(writeNotices([made('a', { texts: [], author: 'Ada' })])).toContain(
      'Copyright (c) Ada\n\nPermission is hereby granted',
    );
    expect(() => writeNotices([made('a', { texts: [], licence: 'Odd-1.0' })])).toThrow(
      'a 1.0.0 brings no text of its licence Odd-1.0',
    );
  });

  test('know the package of a file, nested ones and scoped ones too', () => {
    expect(packageFolderOf('/p/node_modules/@a/b/dist/x.js')).toBe('node_modules/@a/b');
    expect(packageFolderOf('/p/node_modules/a/node_modules/b/x.js')).toBe('node_modules/a/node_modules/b');
    expect(packageFolderOf('\0virtual:/p/node_modules/a/x.js?url')).toBe('node_modules/a');
    expect(packageFolderOf('/p/core/index.ts')).toBeNull();
  });

  test('read a package as it is installed', () => {
    const [zod] = readShippedPackages(projectFolder, ['node_modules/zod']);
    expect(zod).toMatchObject({ name: 'zod', licence: 'MIT', integrity: expect.stringMatching(/^sha512-/) });
    expect(zod?.texts[0]).toContain('Permission is hereby granted');
  });
});

describe('the bill of materials', () => {
  test('names every package with its hash and licence, the same way each time', () => {
    const packages = [made('@b/c'), made('d', { licence: 'MIT OR Apache-2.0' })];
    const text = writeSbom({ version: '1.2.3', electron: '45.0.0' }, packages);
    expect(text).toBe(writeSbom({ version: '1.2.3', electron: '45.0.0' }, packages));
    const bill = JSON.parse(text);
    expect(bill.serialNumber).toMatch(/^urn:uuid:[\da-f]{8}-[\da-f]{4}-8[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
    expect(bill.components.map((each: { purl: string }) => each.purl)).toEqual([
      'pkg:npm/electron@45.0.0',
      'pkg:npm/%40b/c@1.0.0',
      'pkg:npm/d@1.0.0',
    ]);
    expect(bill.components[1]).toMatchObject({
      hashes: [{ alg: 'SHA-512', content: '000102' }],
      licenses: [{ license: { id: 'MIT' } }],
    });
    expect(bill.components[2].licenses).toEqual([{ expression: 'MIT OR Apache-2.0' }]);
  });
});

describe.skipIf(!isBuilt())('what was built', () => {
  test('brings the notices of everything that is imported at run time', () => {
    const notices = readFileSync(join(projectFolder, 'dist', 'renderer', 'third-party-notices.txt'), 'utf8');
    const bill = readFileSync(join(projectFolder, 'dist', 'sbom.cdx.json'), 'utf8');
    const { dependencies }: { dependencies: Record<string, string> } = JSON.parse(
      readFileSync(join(projectFolder, 'package.json'), 'utf8'),
    );
    // The command line, which alone needs it, is not packed.
    for (const [name, version] of Object.entries(dependencies).filter(([each]) => each !== 'commander')) {
      expect(notices).toContain(`${name} ${version}`);
      expect(bill).toContain(`"version": "${version}"`);
    }
    // The motion that poses were made from has its terms, too.
    expect(notices.split('The data used in this project was obtained from mocap.cs.cmu.edu.')).toHaveLength(2);
    expect(notices).toContain('KayKit Adventurers by Kay Lousberg');
    expect(notices).not.toContain('vitest ');
    expect(notices).toContain('Apache License\nVersion 2.0');
  });
});
