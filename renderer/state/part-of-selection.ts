import { perRig } from '../../core/humanoid/body/per-rig.ts';
import type { Rig } from '../../core/humanoid/body/rig.ts';
import { BODY_PARTS, jointsByBodyPart, jointsOfParts, type BodyPart } from './rig/body-parts.ts';
import { selectedJoints } from './selection.ts';
import type { StudioState } from './studio.ts';
import { listed } from './listed.ts';

/** The parts of the body that the selected joints and handles belong to, with their joints; −1 among them is the root's translation. */
export function partOfSelection(state: StudioState): { readonly name: string; readonly joints: readonly number[] } | null {
  const parts = partsOfSelection(state);
  if (!state.document || parts.length === 0) return null;
  return { name: namedTogether(parts), joints: jointsOfParts(state.document.rig, parts) };
}

/** The parts of the body that are selected, in their usual order. */
export function partsOfSelection(state: StudioState): readonly BodyPart[] {
  const rig = state.document?.rig;
  if (!rig) return [];
  const ofJoint = partOfJoints(rig);
  const selected = new Set(selectedJoints(state).map((joint) => ofJoint.get(joint)));
  return BODY_PARTS.filter((part) => selected.has(part));
}

/** “Left arm”, “Left arm and head”. */
export function namedTogether(parts: readonly BodyPart[]): string {
  const [first = '', ...others] = parts;
  return listed([first, ...others.map((part) => part.toLowerCase())]);
}

/** The part of the body that a joint belongs to. */
export function partOfJoint(rig: Rig, joint: number): BodyPart | undefined {
  return partOfJoints(rig).get(joint);
}

const partOfJoints: (rig: Rig) => ReadonlyMap<number, BodyPart> = perRig(
  (rig) => new Map([...jointsByBodyPart(rig)].flatMap(([part, joints]) => joints.map((joint) => [joint, part] as const))),
);
