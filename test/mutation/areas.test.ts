import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { AREAS, chooseAreas, filesOf } from './areas.ts';
import type { Judgement } from './judge.ts';

const folder = join(import.meta.dirname, '..', '..');
const judgements: readonly Judgement[] = JSON.parse(readFileSync(join(import.meta.dirname, 'survivors.json'), 'utf8'));

describe('the areas of mutation testing', () => {
  test.each(AREAS.flatMap(({ sources, tests }) => [...sources, ...tests]))('find files for %s', (glob) => {
    expect(filesOf(folder, [glob])).not.toEqual([]);
  });

  test('share no source file', () => {
    const files = AREAS.flatMap(({ sources }) => filesOf(folder, sources));
    expect(files).toHaveLength(new Set(files).size);
  });

  test('are chosen by name or by one of their files, and are all run without a choice', () => {
    expect(chooseAreas(folder, [])).toBe(AREAS);
    expect(chooseAreas(folder, ['keys', 'blend']).map(({ name }) => name)).toEqual(['keys', 'blend']);
    const [glb] = chooseAreas(folder, ['core/formats/gltf/glb.ts']);
    expect(glb).toMatchObject({
      sources: ['core/formats/gltf/glb.ts'],
      tests: AREAS.find(({ name }) => name === 'patch')!.tests,
    });
    expect(() => chooseAreas(folder, ['nothing'])).toThrow('or a source file of one of these, got "nothing"');
  });
});

describe('the judged survivors', () => {
  test('stand in files of the areas, and say why', () => {
    const files = AREAS.flatMap(({ sources }) => filesOf(folder, sources));
    for (const { file, why } of judgements) {
      expect(files).toContain(file);
      expect(why).toMatch(/^[A-Z].{10,}\.$/);
    }
  });

  test('are each judged once', () => {
    const keys = judgements.map(({ file, line, change }) => [file, line, change].join('\n'));
    expect(keys).toHaveLength(new Set(keys).size);
  });
});
