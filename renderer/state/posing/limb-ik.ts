import { startPins } from '../../../core/document/create-project.ts';
import { setPin } from '../../../core/document/edits/posing.ts';
import type { Project } from '../../../core/document/project.ts';
import type { HandleName } from '../../../core/humanoid/body/handles.ts';
import { limbOf } from '../../../core/humanoid/body/limbs.ts';
import type { Rig } from '../../../core/humanoid/body/rig.ts';
import type { BodyPart } from '../rig/body-parts.ts';
import { commitEdit } from '../editing.ts';
import { heldPin, pinOf } from './pins.ts';
import { partOfJoint, partsOfSelection, namedTogether } from '../part-of-selection.ts';
import { pullingHandle, selectedJoint } from '../selection.ts';
import type { Studio, StudioState } from '../studio.ts';

/** What holds each arm and leg in its place. */
const ENDS: Readonly<Partial<Record<BodyPart, HandleName>>> = {
  'Left arm': 'leftHand',
  'Right arm': 'rightHand',
  'Left leg': 'leftFoot',
  'Right leg': 'rightFoot',
};

/** The selected arms and legs, that have all their joints. */
export function selectedLimbs(state: StudioState): readonly BodyPart[] {
  const rig = state.document?.rig;
  return rig ? partsOfSelection(state).filter((part) => ENDS[part] !== undefined && limbOf(rig, ENDS[part]) !== null) : [];
}

/** Share of inverse kinematics in an arm or a leg, 0 (FK) to 1 (IK). */
export function ikOf(state: StudioState, limb: BodyPart): number {
  const end = ENDS[limb];
  return end === undefined ? 1 : (pinOf(state, end).ik ?? 1);
}

/** Whether a handle or the joint below it belongs to a limb in FK: rings turn it, and nothing pulls it. */
export function isInFk(state: StudioState, joint: number | null): boolean {
  const part = state.document && joint !== null ? partOfJoint(state.document.rig, joint) : undefined;
  return part !== undefined && ikOf(state, part) === 0;
}

/** Whether what is selected is turned by rings: all is while joints are rotated, and limbs in FK and bones that no handle pulls always are. */
export function turnsByRings(state: StudioState): boolean {
  const { tool, selection } = state.session;
  if (tool === 'rotate' || isInFk(state, selectedJoint(state))) return true;
  const { joint, handle } = selection;
  return state.document !== null && joint !== null && handle === null && pullingHandle(state.document.rig, joint) === null;
}

/**
 * Sets the share of inverse kinematics of arms and legs. The pose stays as it is: from there on the limb goes along with the body, or its hand or foot stays in its place, which pins it.
 */
export function setIk(studio: Studio, limbs: readonly BodyPart[], ik: number): void {
  const state = studio.getState();
  const how = ik === 0 ? 'FK' : ik === 1 ? 'IK' : `${Math.round(100 * ik)} % IK`;
  commitEdit(studio, `${namedTogether(limbs)}: ${how}`, (project) =>
    limbs.reduce((result, limb) => {
      const end = ENDS[limb];
      if (end === undefined) return result;
      const { ik: _, ...pin } = heldPin(state, end);
      return setPin(result, end, ik === 1 ? pin : { ...pin, ik });
    }, project),
  );
}

/** The project with every limb in IK again: those that were in FK, or partly, are pinned as in a new project. */
export function withLimbsInIk(project: Project, rig: Rig): Project {
  const start = startPins(rig);
  const ends = Object.values(ENDS).filter((end) => project.pins[end]?.ik !== undefined);
  return ends.reduce((result, end) => setPin(result, end, start[end] ?? null), project);
}
