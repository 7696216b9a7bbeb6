import { setCorrection } from '../../../core/document/edits/rig-settings.ts';
import type { HumanoidBone } from '../../../core/humanoid/body/bones.ts';
import { commitEdit } from '../editing.ts';
import { inWords } from '../../../core/humanoid/body/joint-labels.ts';
import { settleNotice, tellFailure } from '../window/notify.ts';
import { select } from '../selection.ts';
import type { Studio, StudioState } from '../studio.ts';

/** The bones whose nodes the user chose. */
export function correctedBones(state: StudioState): readonly HumanoidBone[] {
  return Object.keys(state.document?.history.present.rig.corrections ?? {}) as HumanoidBone[];
}

/**
 * Says which node of the file stands for a bone (null: none, undefined: the one that is found). A correction that leaves no usable body is
 * refused in a sentence, and nothing changes.
 */
export function correctBone(studio: Studio, bone: HumanoidBone, node: number | null | undefined): void {
  const rig = studio.getState().document?.rig;
  if (!rig) return;
  const joint = rig.binding.nodes.findIndex((each) => each === node);
  const name = inWords(bone).toLowerCase();
  const label = node === undefined ? `Find ${name} again` : `Map ${name} to ${joint < 0 ? 'none' : rig.skeleton.names[joint]}`;
  try {
    commitEdit(studio, label, (project) => setCorrection(project, bone, node));
    settleNotice(studio, 'bones');
    if (joint >= 0) select(studio, { joint, handle: null });
  } catch (error) {
    tellFailure(studio, 'bones', error, null);
  }
}

/** Takes every correction back. */
export function findBonesAgain(studio: Studio): void {
  const corrected = correctedBones(studio.getState());
  commitEdit(studio, 'Find all bones again', (before) =>
    corrected.reduce((project, bone) => setCorrection(project, bone, undefined), before),
  );
}
