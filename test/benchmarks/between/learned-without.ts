import { fitMotions, LENGTHS } from '../../../build/motion-table/fit-motions.ts';
import type { MotionTable } from '../../../core/animation/propose/learned/motion-table.ts';
import type { Take } from './takes.ts';

/** Parts into which the takes fall: what is learned for those of one is learned of the others. */
const PARTS = 4;

/** What is learned for each take of others, of gaps of so many frames; for people of whom nothing is learned of all takes. */
export function learnedWithout(all: readonly Take[], frames: number): (take: Take) => MotionTable {
  const known = all.filter(({ subject }) => subject !== 'other');
  const partOf = (take: Take) => (take.subject === 'other' ? PARTS : known.indexOf(take) % PARTS);
  const tables = new Map<number, MotionTable>();
  return (take) => {
    const part = partOf(take);
    const table =
      tables.get(part) ??
      tableOf(
        known.filter((each) => partOf(each) !== part),
        frames,
      );
    tables.set(part, table);
    return table;
  };
}

function tableOf(takes: readonly Take[], frames: number): MotionTable {
  return takes.length === 0 || frames < LENGTHS[0]! ? [] : [fitMotions(takes, frames)];
}
