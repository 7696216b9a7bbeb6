import { STANDARD_TEXTS } from './standard-texts.ts';
import type { ShippedPackage } from './shipped-packages.ts';

const RULE = '-'.repeat(80);

const HEAD = `Limber is free software under the MIT licence. It contains parts of the following packages, each under its own licence.

The desktop program also contains Electron and Chromium; their licences lie beside it in LICENSE.electron.txt and LICENSES.chromium.html.`;

/** The head of the program's notices, with the terms of the motion that its starter library, its sample and its in-betweens were made from. */
export function headOfProgram(motion: readonly string[]): string {
  return `${HEAD}\n\nThe poses of the starter library, the motion of the sample and what in-betweens have learned come from:\n\n${[...new Set(motion)].join('\n')}\n\nThe packages:`;
}

/** The notices that go along with the program: a head, a list of the packages, then the whole text of each licence, equal ones once. */
export function writeNotices(packages: readonly ShippedPackage[], head = HEAD): string {
  const list = packages.map((each) => `${titleOf(each)}, ${each.licence}${each.homepage ? `, ${each.homepage}` : ''}`);
  const byText = new Map<string, string[]>();
  for (const each of packages) {
    const text = textOf(each);
    byText.set(text, [...(byText.get(text) ?? []), titleOf(each)]);
  }
  const texts = [...byText].map(([text, titles]) => `${RULE}\n${titles.join(', ')}\n${RULE}\n\n${text}\n`);
  return `${head}\n\n${list.join('\n')}\n\n${texts.join('\n')}`;
}

function titleOf({ name, version }: ShippedPackage): string {
  return `${name} ${version}`;
}

/** The package's own files, or the standard text of its licence where it brings none. */
function textOf({ name, version, licence, author, texts }: ShippedPackage): string {
  if (texts.length > 0) return texts.join('\n\n');
  const standard = STANDARD_TEXTS[licence];
  if (standard === undefined)
    throw new Error(
      `${name} ${version} brings no text of its licence ${licence}: add it to build/scripts/licences/standard-texts.ts`,
    );
  return standard.replace('AUTHORS', author ?? `the authors of ${name}`);
}
