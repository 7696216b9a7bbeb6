import { addPoseJoints, removePoseJoints, savePose, updatePoseJoints } from '../../../core/document/edits/library.ts';
import type { Rig } from '../../../core/humanoid/body/rig.ts';
import { withRootTranslation, type SavedPose } from '../../../core/library/saved-pose.ts';
import { jointsByBodyPart, jointsOfParts, partsInWords, type BodyPart } from '../rig/body-parts.ts';
import { jointInSentence } from '../../../core/humanoid/body/joint-labels.ts';
import { hasSelectedPose, selectedPose } from './saved-poses.ts';
import { editPoses } from './edit-poses.ts';
import { inShownLibrary, onCharacter, shownPoses } from './folders/shown-library.ts';
import { poseById } from './pose-by-id.ts';
import { pictureOf } from './pictures/pose-picture.ts';
import { selectedJoints } from '../selection.ts';
import { shownPose, type Studio, type StudioState } from '../studio.ts';
import type { Viewport } from '../window/viewport.ts';

/** The parts of the body that a saved pose speaks of, wholly or not. */
export function partsOfPose(rig: Rig, saved: SavedPose): readonly BodyPart[] {
  const spoken = new Set(saved.joints);
  return [...jointsByBodyPart(rig)].flatMap(([part, joints]) => (joints.some((joint) => spoken.has(joint)) ? [part] : []));
}

/** Lets a saved pose speak of these parts of the body: what it gets anew it takes from what is on screen. */
export function setPartsOfPose(studio: Studio, id: string, parts: readonly BodyPart[]): void {
  const state = studio.getState();
  const { document } = state;
  const pose = shownPose(state);
  const held = poseById({ poses: shownPoses(state) }, id);
  if (!document || !pose || !held || parts.length === 0) return;
  const { rig } = document;
  const saved = onCharacter(state, held);
  const before = partsOfPose(rig, saved);
  const added = jointsOfParts(
    rig,
    parts.filter((part) => !before.includes(part)),
  );
  const removed = jointsOfParts(
    rig,
    before.filter((part) => !parts.includes(part)),
  );
  const of = (joints: readonly number[]) => inShownLibrary(state, { ...saved, pose, joints });
  const [more, less] = [of(added), of(removed)];
  void editPoses(studio, `Let “${saved.name}” hold ${partsInWords(parts)}`, (library) =>
    removePoseJoints(addPoseJoints(library, id, more.joints, more.pose), id, less.joints),
  );
}

/** The selected joints, with the root's translation where the root is among them. */
function meantJoints(state: StudioState): readonly number[] {
  const { document } = state;
  return document ? withRootTranslation(selectedJoints(state), document.rig.skeleton.root) : [];
}

/** Whether a pose and joints are selected. */
export function hasPoseAndJoints(state: StudioState): boolean {
  return hasSelectedPose(state) && meantJoints(state).length > 0;
}

/** Whether the selected pose holds some of the selected joints, and others too. */
export function holdsMoreThanSelected(state: StudioState): boolean {
  const held = selectedPose(state)?.joints ?? [];
  const meant = new Set(meantJoints(state));
  return held.some((joint) => meant.has(joint)) && held.some((joint) => !meant.has(joint));
}

/** Puts the selected joints into the selected pose as they are on screen, those that it holds already too; its picture is drawn anew. */
export async function putJointsIntoPose(studio: Studio, viewport: Viewport | null): Promise<void> {
  const state = studio.getState();
  const saved = selectedPose(state);
  const shown = shownPose(state);
  const joints = meantJoints(state);
  if (!saved || !shown || joints.length === 0) return;
  const { id, name } = saved;
  const [whole] = updatePoseJoints({ poses: [saved] }, id, joints, shown).poses;
  const thumbnail = await pictureOf(viewport, whole!.pose);
  const kept = inShownLibrary(state, { ...whole!, joints });
  await editPoses(studio, `Put ${inJointWords(state, joints)} into “${name}”`, (library) => {
    const changed = updatePoseJoints(library, id, kept.joints, kept.pose);
    return savePose(changed, { ...poseById(changed, id)!, thumbnail });
  });
}

/** Takes the selected joints out of the selected pose: applying it leaves them alone from then on. */
export function takeJointsOutOfPose(studio: Studio): void {
  const state = studio.getState();
  const saved = selectedPose(state);
  const joints = meantJoints(state);
  if (!saved || !holdsMoreThanSelected(state)) return;
  const left = inShownLibrary(state, { ...saved, joints });
  void editPoses(studio, `Take ${inJointWords(state, joints)} out of “${saved.name}”`, (library) =>
    removePoseJoints(library, saved.id, left.joints),
  );
}

/** “left hand”, “3 joints”. */
function inJointWords({ document }: StudioState, joints: readonly number[]): string {
  const real = joints.filter((joint) => joint >= 0);
  return document && real.length === 1 ? jointInSentence(document.rig, real[0]!) : `${real.length} joints`;
}
