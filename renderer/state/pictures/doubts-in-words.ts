import type { LiftedPart, LiftedPerson } from '../../../core/humanoid/picture/lift-person.ts';
import { listed } from '../listed.ts';

const LIMBS = [
  ['left arm', 'leftShoulder', ['leftElbow', 'leftWrist']],
  ['right arm', 'rightShoulder', ['rightElbow', 'rightWrist']],
  ['left leg', 'leftHip', ['leftKnee', 'leftAnkle']],
  ['right leg', 'rightHip', ['rightKnee', 'rightAnkle']],
] as const satisfies readonly (readonly [string, keyof LiftedPerson['doubts'], readonly LiftedPart[]])[];

/** How surely a part must be seen, and the most that may speak for another limb. */
const SURE = 0.5;
const DOUBTED = 0.3;

/** Says of a person in a picture which limbs were not seen, and which may lean the other way; `isTurned`: whether front and back may be mistaken. */
export function doubtsInWords({ sure, doubts }: LiftedPerson, isTurned: boolean, areOwnLengths: boolean): string {
  const hidden = hiddenLimbs({ sure });
  const torn = tornLimbs({ sure, doubts });
  const said = [
    ...(isTurned ? ['The person may look the other way.'] : []),
    ...(hidden.length > 0 ? [`Hardly seen: ${listed(hidden)}.`] : []),
    ...(torn.length > 0 ? [`May lean the other way: ${listed(torn)}.`] : []),
    ...(areOwnLengths ? [] : ['The character is not built like a person: check all of it.']),
  ];
  return said.length > 0 ? said.join(' ') : 'Check how far limbs reach to the front and back.';
}

/** The limbs that were hardly seen. */
export function hiddenLimbs({ sure }: Pick<LiftedPerson, 'sure'>): string[] {
  return LIMBS.filter(([, , parts]) => parts.some((part) => sure[part] < SURE)).map(([name]) => name);
}

/** The limbs that were seen, and may lean the other way. */
export function tornLimbs({ sure, doubts }: Pick<LiftedPerson, 'sure' | 'doubts'>): string[] {
  const hidden = hiddenLimbs({ sure });
  return LIMBS.filter(([name, root]) => !hidden.includes(name) && doubts[root] > DOUBTED).map(([name]) => name);
}
