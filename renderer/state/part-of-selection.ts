import { jointsByBodyPart, jointsOfParts, type BodyPart } from './body-parts.ts';
import { selectedJoint } from './selection.ts';
import type { StudioState } from './studio.ts';

/** The part of the body that the selected joint or handle belongs to, with its joints; −1 among them is the root's translation. */
export function partOfSelection(state: StudioState): { readonly name: BodyPart; readonly joints: readonly number[] } | null {
  const joint = selectedJoint(state);
  if (!state.document || joint === null) return null;
  const { rig } = state.document;
  const name = partsOf(rig).get(joint);
  return name ? { name, joints: jointsOfParts(rig, [name]) } : null;
}

function partsOf(rig: Parameters<typeof jointsByBodyPart>[0]): ReadonlyMap<number, BodyPart> {
  return new Map([...jointsByBodyPart(rig)].flatMap(([part, joints]) => joints.map((joint) => [joint, part] as const)));
}
