import { armParts } from './arm.ts';
import { handParts } from './hand.ts';
import { headParts } from './head.ts';
import { legParts } from './leg.ts';
import { mirrorPart, type Part } from './part.ts';
import { torsoParts } from './torso.ts';

/** Every piece of the mannequin. */
export function figureParts(): readonly Part[] {
  const left = [...armParts(), ...handParts(), ...legParts()];
  return [...torsoParts(), ...headParts(), ...left, ...left.map(mirrorPart)];
}
