import { mirrorPose } from '../../core/humanoid/transfer/mirror-pose.ts';
import type { HumanoidBone } from '../../core/humanoid/body/bones.ts';
import type { Rig } from '../../core/humanoid/body/rig.ts';
import { slerp } from '../../core/math/quat.ts';
import { clampPose } from '../../core/skeleton/limit-state.ts';
import { rotationOf, setRotation, type Pose } from '../../core/skeleton/pose.ts';
import { commitPose } from '../state/editing.ts';
import { pastePose } from '../state/posing/paste-pose.ts';
import { shownPose, type Studio } from '../state/studio.ts';
import { hasDocument, type Command } from './command.ts';
import { hasCopiedPose } from './conditions.ts';

const category = 'Pose';
const group = 'Mirror';

/** Bones of the middle that are made as upright to either side as the limbs that hang from them. The hips stay, with the body's place and heading. */
const MIDDLE: readonly HumanoidBone[] = ['spine', 'chest', 'upperChest', 'neck', 'head'];

/**
 * The pose with one side's arms, legs and fingers as the mirror image of the other's. Trunk and head lean and turn to neither side any more, so that hands
 * and feet come to be where the other side's are in the mirror.
 */
function copySide(rig: Rig, pose: Pose, to: 'left' | 'right'): Pose {
  const mirrored = mirrorPose(rig, pose);
  const result = pose.slice();
  for (const [bone, joint] of Object.entries(rig.humanoid)) {
    if (bone.startsWith(to)) setRotation(result, joint, rotationOf(mirrored, joint));
    if ((MIDDLE as readonly string[]).includes(bone))
      setRotation(result, joint, slerp(rotationOf(pose, joint), rotationOf(mirrored, joint), 0.5));
  }
  return result;
}

function changePose(studio: Studio, label: string, change: (rig: Rig, pose: Pose) => Pose): void {
  const { document } = studio.getState();
  const shown = shownPose(studio.getState());
  if (!document || !shown) return;
  const { rig } = document;
  commitPose(studio, label, clampPose(rig.skeleton, change(rig, shown)).pose);
}

export const MIRROR_COMMANDS: readonly Command[] = [
  {
    id: 'pose.flip',
    label: 'Flip pose (swap left and right)',
    category,
    group,
    shortcuts: ['Alt+M'],
    enabled: hasDocument,
    run: ({ studio }) => changePose(studio, 'Flip pose', mirrorPose),
  },
  {
    id: 'pose.leftToRight',
    label: 'Mirror left side onto right',
    category,
    group,
    enabled: hasDocument,
    run: ({ studio }) => changePose(studio, 'Mirror left onto right', (rig, pose) => copySide(rig, pose, 'right')),
  },
  {
    id: 'pose.rightToLeft',
    label: 'Mirror right side onto left',
    category,
    group,
    enabled: hasDocument,
    run: ({ studio }) => changePose(studio, 'Mirror right onto left', (rig, pose) => copySide(rig, pose, 'left')),
  },
  {
    id: 'edit.pasteFlipped',
    label: 'Paste pose flipped',
    category: 'Edit',
    group: 'Clipboard',
    shortcuts: ['Mod+Shift+V'],
    tellsWhyNot: true,
    enabled: hasCopiedPose,
    run: ({ studio }) => pastePose(studio, 'Paste pose flipped', mirrorPose),
  },
];
