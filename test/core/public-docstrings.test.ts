import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';

const CORE = join(import.meta.dirname, '..', '..', 'core');

/** The public names, and the files that they come from. */
function publicNames(): ReadonlyMap<string, string> {
  const index = readFileSync(join(CORE, 'index.ts'), 'utf8');
  const names = new Map<string, string>();
  for (const [, list = '', from = ''] of index.matchAll(/export (?:type )?\{([^}]*)\} from '\.\/([^']+)';/g)) {
    for (const entry of list.split(',').map((each) => each.trim().replace(/^type /, ''))) {
      const [own = '', known = own] = entry.split(' as ');
      if (own !== '') {
        names.set(known, from);
        names.set(own, from);
      }
    }
  }
  return names;
}

/** Names of what the files of core declare at their top, be it exported or not. */
function declaredNames(): ReadonlySet<string> {
  const files = readdirSync(CORE, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.ts'));
  return new Set(
    files.flatMap((path) =>
      [
        ...readFileSync(join(CORE, path), 'utf8').matchAll(
          /^(?:export )?(?:async )?(?:function\*?|const|interface|type|class) (\w+)/gm,
        ),
      ].map(([, name = '']) => name),
    ),
  );
}

/** The docstrings of a declaration and of its members: where it is declared, be it passed on from another file. */
function docstringsOf(name: string, path: string): readonly string[] {
  const source = readFileSync(path, 'utf8');
  const found = new RegExp(`^export (?:declare )?(?:function|const|interface|type) ${name}\\b`, 'm').exec(source);
  if (!found) {
    const from = [...source.matchAll(/export \{([^}]*)\} from '([^']+)';/g)].find(([, list = '']) => list.includes(name))?.[2];
    return from === undefined ? [] : docstringsOf(name, join(dirname(path), from));
  }
  const before = /\/\*\*(?:(?!\*\/)[^])*\*\/\s*$/.exec(source.slice(0, found.index))?.[0] ?? '';
  const isBraced = /^[^\n]*\{$/m.exec(source.slice(found.index))?.index === 0 && !found[0].includes('function');
  const end = source.indexOf('\n}', found.index);
  const members = isBraced ? [...source.slice(found.index, end < 0 ? undefined : end).matchAll(/\/\*\*[^]*?\*\//g)] : [];
  return [before, ...members.map(([text]) => text)];
}

test('docstrings of what is public link to and name nothing that is not', () => {
  const names = publicNames();
  const declared = declaredNames();
  expect(names.size).toBeGreaterThan(250);
  const failures: string[] = [];
  for (const [name, from] of names) {
    for (const text of docstringsOf(name, join(CORE, from))) {
      for (const [, linked = ''] of text.matchAll(/\{@link (\w+)[^}]*\}/g))
        if (!names.has(linked) && !text.includes(`a {@link ${linked}}`) && declared.has(linked))
          failures.push(`${name}: {@link ${linked}}`);
      for (const [, quoted = ''] of text.matchAll(/`(\w+)(?:\([^`]*\))?`/g))
        if (declared.has(quoted) && !names.has(quoted) && /[A-Z]/.test(quoted) && name !== 'VisitingOrder')
          failures.push(`${name}: \`${quoted}\``);
      for (const [, file = ''] of text.matchAll(/`([\w/-]+\.ts)`/g)) failures.push(`${name}: the file ${file}`);
    }
  }
  expect(failures).toEqual([]);
});
