import { createHash } from 'node:crypto';
import { relative } from 'node:path';
import { projectFolder } from '../../build/vite-targets.ts';

/** What decides whether a change is in a sample. */
export interface Change {
  /** Absolute. */
  readonly fileName: string;
  readonly location: { readonly start: { readonly line: number; readonly column: number } };
  readonly replacement: string;
}

/** How a sample is drawn; it goes to the checker, which runs in a process of its own, as the text of {@link SAMPLE_VARIABLE}. */
export interface Sample {
  /** Changes an area. */
  readonly size: number;
  readonly seed: number;
}

/** Environment variable that holds the {@link Sample} as JSON. */
export const SAMPLE_VARIABLE = 'LIMBER_MUTATION_SAMPLE';

/** A random sample without replacement: the changes whose seeded hash is least, whatever order they come in; all of them where there are no more. */
export function drawSample<Item extends Change>(changes: readonly Item[], { size, seed }: Sample): readonly Item[] {
  return changes
    .map((change) => ({ change, key: keyOf(change, seed) }))
    .sort((a, b) => (a.key < b.key ? -1 : 1))
    .slice(0, size)
    .map(({ change }) => change);
}

function keyOf({ fileName, location: { start }, replacement }: Change, seed: number): string {
  const file = relative(projectFolder, fileName).replaceAll('\\', '/');
  return createHash('sha256')
    .update(JSON.stringify([seed, file, start.line, start.column, replacement]))
    .digest('hex');
}

interface CheckedMutant extends Change {
  readonly id: string;
}

/** A checker of Stryker's: what is in the sample passes, what is not is reported as one that does not compile, and never run. */
function createChecker() {
  const sample: Sample = JSON.parse(process.env[SAMPLE_VARIABLE] ?? '');
  const chosen = new Set<string>();
  return {
    init: () => Promise.resolve(),
    /** All changes of the area come here at once, before any is checked. */
    group: (mutants: readonly CheckedMutant[]) => {
      for (const { id } of drawSample(mutants, sample)) chosen.add(id);
      return Promise.resolve([mutants.map(({ id }) => id)]);
    },
    check: (mutants: readonly CheckedMutant[]) =>
      Promise.resolve(
        Object.fromEntries(
          mutants.map(({ id }) => [
            id,
            chosen.has(id) ? { status: 'passed' } : { status: 'compileError', reason: 'not in the sample' },
          ]),
        ),
      ),
  };
}

/** What Stryker looks for in a module of plugins. */
export const strykerPlugins = [{ kind: 'Checker', name: 'sample', factory: createChecker }] as const;

/** The options by which Stryker uses the checker, beside those of its configuration. */
export const SAMPLE_OPTIONS = {
  plugins: ['@stryker-mutator/vitest-runner', import.meta.filename],
  checkers: strykerPlugins.map(({ name }) => name),
};
