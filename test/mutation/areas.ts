import { globSync } from 'node:fs';
import { join } from 'node:path';

/** Sources that are changed one place at a time, and the tests that should notice. */
export interface Area {
  readonly name: string;
  /** Globs of source files, from the project's folder. */
  readonly sources: readonly string[];
  /** Globs of test files; the nearest ones, so that a run of them takes seconds. */
  readonly tests: readonly string[];
}

/** Wrong values for every public function. */
const REFUSALS = ['test/core/public-functions.test.ts'];

export const AREAS: readonly Area[] = [
  {
    name: 'limits',
    sources: ['core/skeleton/*{limit,coupling,clamp,swing}*.ts'],
    // Not couplings.test.ts, which solves for seconds.
    tests: [
      'test/core/skeleton/{*limit*,re-root,resolve-couplings,skeleton,swing-coordinates}.test.ts',
      'test/core/ik/mechanism/coupled-limits.test.ts',
      ...REFUSALS,
    ],
  },
  {
    name: 'steps',
    sources: ['core/ik/steps/*.ts'],
    tests: [
      'test/core/ik/steps/*.test.ts',
      'test/core/ik/mechanism/{balance,coupled-limits}.test.ts',
      'test/core/ik/{tuning,same-poses,request/orders}.test.ts',
    ],
  },
  { name: 'blend', sources: ['core/animation/blend.ts'], tests: ['test/core/animation/blend.test.ts'] },
  { name: 'contacts', sources: ['core/animation/contacts.ts'], tests: ['test/core/animation/contacts.test.ts', ...REFUSALS] },
  {
    name: 'holding',
    sources: ['core/animation/holding/*.ts'],
    tests: [
      'test/core/animation/{hold-contacts,hold-limbs,contact-spans,find-contacts,plan-held-foot,recut,root-motion}.test.ts',
    ],
  },
  {
    name: 'keys',
    sources: ['core/animation/{keys,track-keys}.ts'],
    tests: ['test/core/animation/{keys,track-keys,chosen-keys}.test.ts', ...REFUSALS],
  },
  {
    name: 'retarget',
    sources: ['core/humanoid/transfer/*.ts'],
    tests: ['test/core/humanoid/transfer/*.test.ts', 'test/core/library/transfer.test.ts', ...REFUSALS],
  },
  { name: 'library', sources: ['core/library/*.ts'], tests: ['test/core/library/*.test.ts', ...REFUSALS] },
  { name: 'document', sources: ['core/document/**/*.ts'], tests: ['test/core/document/**/*.test.ts', ...REFUSALS] },
  {
    name: 'journal',
    sources: ['electron/services/journal*.ts', 'electron/files/project/journal*.ts'],
    tests: ['test/electron/services/{journal,closing}*.test.ts', 'test/electron/files/{journal-lines,versions}.test.ts'],
  },
  {
    name: 'patch',
    sources: ['core/formats/gltf/{gltf-patch,glb}.ts'],
    tests: ['test/core/formats/gltf/{gltf-patch,glb}.test.ts'],
  },
  {
    name: 'guards',
    sources: ['electron/{ipc,static-files}.ts', 'electron/desktop/window-guards.ts', 'electron/services/path-guard.ts'],
    tests: [
      'test/electron/{ipc,ipc-fuzz,messages,static-files,guarded-paths}.test.ts',
      'test/electron/{browser/browser-host,desktop/main}.test.ts',
      'test/electron/services/path-guard.test.ts',
    ],
  },
];

/** The files of the project at `folder` that match any of the globs, with `/` between folders. */
export function filesOf(folder: string, globs: readonly string[]): string[] {
  return globSync([...globs], { cwd: folder })
    .map((file) => join(file).replaceAll('\\', '/'))
    .sort();
}

/**
 * The areas to run for the words of a command line: area names and source files, all areas without any. A source file stands for its area
 * with this file alone. Throws an `Error` with one sentence for a word that is neither.
 */
export function chooseAreas(folder: string, words: readonly string[]): readonly Area[] {
  if (words.length === 0) return AREAS;
  return words.map((word) => {
    const named = AREAS.find(({ name }) => name === word);
    if (named) return named;
    const holding = AREAS.find(({ sources }) => filesOf(folder, sources).includes(word));
    if (holding) return { ...holding, name: word, sources: [word] };
    throw new Error(`expected ${AREAS.map(({ name }) => name).join(', ')} or a source file of one of these, got "${word}"`);
  });
}
