import type { LiftedPart, LiftedPerson } from '../../../core/humanoid/picture/lift-person.ts';

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
  const hidden = LIMBS.filter(([, , parts]) => parts.some((part) => sure[part] < SURE));
  const torn = LIMBS.filter((limb) => !hidden.includes(limb) && doubts[limb[1]] > DOUBTED);
  const said = [
    ...(isTurned ? ['The person may look the other way.'] : []),
    ...(hidden.length > 0 ? [`Hardly seen: ${listed(hidden)}.`] : []),
    ...(torn.length > 0 ? [`May lean the other way: ${listed(torn)}.`] : []),
    ...(areOwnLengths ? [] : ['The character is not built like a person: check all of it.']),
  ];
  return said.length > 0 ? said.join(' ') : 'Check how far limbs reach to the front and back.';
}

function listed(limbs: readonly (readonly [string, ...unknown[]])[]): string {
  const names = limbs.map(([name]) => name);
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}
