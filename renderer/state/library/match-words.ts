import type { HumanoidBone } from '../../../core/humanoid/body/bones.ts';
import type { PoseMatch } from '../../../core/library/shared/shared-pose.ts';
import { inWords } from '../../../core/humanoid/body/joint-labels.ts';
import { listed } from '../listed.ts';

/** Bones that are named; of more, how many there are. */
const MOST_NAMED = 2;

/** What became of a pose of a shared library on the character on screen: “All 52 bones found. Limits hold left foot.” */
export function matchInWords({ found, missing, held, planted }: PoseMatch): string {
  const all = found.length + missing.length;
  return [
    missing.length === 0
      ? `${all === 1 ? 'Its bone' : `All ${all} bones`} found.`
      : `${found.length} of ${all} bones found, not ${named(missing)}.`,
    ...(held.length > 0 ? [`Limits hold ${named(held)}.`] : []),
    ...(planted.length > 0 ? [`${planted.length === 2 ? 'Feet' : `The ${planted[0]!} foot`} set on the floor.`] : []),
  ].join(' ');
}

function named(bones: readonly HumanoidBone[]): string {
  const words = bones.slice(0, MOST_NAMED).map((bone) => inWords(bone).toLowerCase());
  const more = bones.length - words.length;
  if (more > 0) return `${words.join(', ')} and ${more} more`;
  return listed(words);
}
