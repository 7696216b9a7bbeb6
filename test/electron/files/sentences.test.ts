import { globSync, readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fitSentence, LONGEST_SENTENCE } from '../../../core/formats/text/quote.ts';
import type { Answer, MessageName } from '../../../electron/contract.ts';
import { dispatch } from '../../../electron/ipc.ts';
import { freshServices } from '../services/fresh-services.ts';
import { samplePose, sampleProject } from '../services/sample-project.ts';
import { damage, DAMAGE_NAMES } from './left-out/damages.ts';

/** What somebody else chose takes no less than this in a sentence: a text in quotation marks that was shortened as far as it goes. */
const SHORTEST_HOLE = 14;

test('every sentence of the program fits, however long what is named in it', () => {
  const root = join(import.meta.dirname, '..', '..', '..');
  const found = globSync('electron/**/*.ts', { cwd: root }).flatMap((file) => {
    const code = readFileSync(join(root, file), 'utf8').replaceAll(/^\s*(?:\/\/|\*|\/\*).*$/gm, '');
    return [...code.matchAll(/`((?:[^`\\\n]|\\.)*)`/g)].map(([, text = '']) => ({ file, text }));
  });
  const sentences = found.filter(
    ({ text }) =>
      text
        .split(/\$\{[^}]*\}/)
        .join('')
        .trim()
        .split(' ').length > 3,
  );
  expect(sentences.length).toBeGreaterThan(150);
  const lengthOf = (text: string) => text.replaceAll(/\$\{[^}]*\}/g, '_'.repeat(SHORTEST_HOLE)).length;
  expect(sentences.filter(({ text }) => lengthOf(text) > LONGEST_SENTENCE)).toEqual([]);
});

test('a sentence is fitted by what is quoted in it and by its longest words, and keeps all others', () => {
  const long = fc
    .string({ unit: 'grapheme', minLength: 0, maxLength: 600, size: 'max' })
    .map((text) => text.replaceAll(/["“”]/g, ''));
  fc.assert(
    fc.property(long, long, long, (a, b, c) => {
      const fitted = fitSentence(`The file "${a}" of the pose “${b}” was left out: ${c.replaceAll(/\s/g, '')} is no pose.`);
      expect(fitted.length).toBeLessThanOrEqual(LONGEST_SENTENCE);
      expect(fitted).toMatch(/^The file ".*" of the pose “.*” was left out: .* is no pose\.$/);
    }),
    { seed: 1, numRuns: 200 },
  );
});

test('what opening, saving, following and recovering say of the longest names there are fits', async () => {
  const told: string[] = [];
  const fresh = await freshServices({ emit: (_, event) => told.push(...(('notes' in event && event.notes) || [])) });
  const { services, folder } = fresh;
  const hear = async (name: MessageName, ...parameters: readonly unknown[]): Promise<Answer> => {
    const answer = await dispatch(services, name, parameters);
    const value = (answer.ok ? answer.value : null) as Readonly<Record<string, unknown>> | null;
    if (!answer.ok) told.push(answer.error.message);
    for (const field of ['warnings', 'notes', 'unanswered']) told.push(...((value?.[field] as string[]) ?? []));
    return answer;
  };
  const deep = join(folder, ...Array.from({ length: 6 }, (_, i) => `${i}${'d'.repeat(190)}`));
  await mkdir(deep, { recursive: true });
  const project = join(deep, `Ü${'p'.repeat(190)}`);
  const { hash } = await services['character.mannequin']();
  const long = 'name '.repeat(80).trim().slice(0, 400);
  const ids = Array.from({ length: DAMAGE_NAMES.length }, (_, i) => `${'i'.repeat(79)}${i}`);
  const whole = sampleProject(hash, { poses: ids.map((id) => ({ ...samplePose(id), name: long })) });
  const named = { ...whole, name: long, clips: whole.clips.map((clip) => ({ ...clip, name: long })) };
  await hear('project.save', project, named);
  for (const [i, how] of DAMAGE_NAMES.entries()) await damage(project, `poses/${ids[i]!}.json`, how);
  await damage(project, 'users/nobody.json', 'no content');
  await writeFile(join(project, 'poses', `${'x'.repeat(200)} y.json`), '{}');
  await hear('project.open', project);
  await hear('project.saveChange', project, {
    changed: { rig: { ...whole.rig, limits: { ['j'.repeat(400)]: { kind: 'free' } } } },
    before: { rig: whole.rig },
    poses: { removed: [ids[0]], put: named.poses.map((item) => ({ item: { ...item, tags: [] } })) },
    clips: {
      removed: [],
      put: named.clips.map((item) => ({ item: { ...item, loop: false } })),
      bases: { [named.clips[0]!.id]: '0'.repeat(32) },
    },
  });
  await hear('project.save', join(project, 'project.limber', 'within'), named);
  await hear('project.open', join(deep, 'nothing', 'n'.repeat(200)));
  await hear('character.openPath', join(deep, `${'c'.repeat(200)}.glb`));
  await hear('library.open', project);
  await hear('library.open', join(deep, 'away'));
  await hear('project.saveChange', join(deep, 'away'), { changed: {} });
  await hear('journal.append', { label: long, folder: project, changed: named });
  const answer = await dispatch(fresh.restart(), 'app.startup', []);
  expect(answer.ok && (answer.value as { readonly kind: string }).kind).toBe('recover');
  expect(told.length).toBeGreaterThan(12);
  expect(told.filter((sentence) => sentence.length > LONGEST_SENTENCE || /[\n\r]|\bE[A-Z]{4,}\b/.test(sentence))).toEqual([]);
});
