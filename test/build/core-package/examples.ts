import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The programs of the pages that the package in `folder` brings along, with a name each: README.md and those of docs. */
export function examplesOf(folder: string): readonly (readonly [name: string, code: string])[] {
  const pages = ['README.md', ...readdirSync(join(folder, 'docs')).map((name) => join('docs', name))];
  return pages
    .filter((page) => page.endsWith('.md'))
    .flatMap((page) => {
      const text = readFileSync(join(folder, page), 'utf8');
      const name = page.replace(/^docs[/\\]/, '').replace('.md', '');
      return [...text.matchAll(/```ts\n([\s\S]*?)```/g)].map((match, i) => [`${name}-${i + 1}`, match[1]!] as const);
    });
}
