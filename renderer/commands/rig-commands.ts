import { FEET, type Foot } from '../../core/humanoid/body/sole.ts';
import { selectedJoints } from '../state/selection.ts';
import { correctedBones, findBonesAgain } from '../state/rig/bones.ts';
import { locksLabel, toggleLocks } from '../state/posing/joints.ts';
import { findSoleAgain, hasFoot, isFlatFootTold, tellFlatFoot } from '../state/rig/told-soles.ts';
import { choosePreset, LIMIT_PRESETS } from '../state/rig/limits.ts';
import { setMirrorLimits } from '../state/session.ts';
import { inCategory, when, type InCategory } from './command.ts';
import { hasSelectedJoint } from './conditions.ts';

function flatFoot(foot: Foot): readonly InCategory[] {
  const [name, side] = foot === 'leftFoot' ? ['LeftFoot', 'left'] : ['RightFoot', 'right'];
  const isThere = when(`The character has no ${side} foot.`, (state) => hasFoot(state, foot));
  return [
    {
      id: `pose.flat${name}`,
      label: `The ${side} foot stands flat now`,
      group: 'Joints',
      enabled: isThere,
      run: ({ studio }) => tellFlatFoot(studio, foot),
    },
    {
      id: `pose.findSole${name}`,
      label: `Find the sole of the ${side} foot again`,
      group: 'Joints',
      enabled: when(`The sole of the ${side} foot was found by itself.`, (state) => isFlatFootTold(state, foot)),
      run: ({ studio }) => findSoleAgain(studio, foot),
    },
  ];
}

function preset({ value: name, label }: (typeof LIMIT_PRESETS)[number]): InCategory {
  return {
    id: `pose.limits.${name}`,
    label: `Limits: ${label}`,
    group: 'Limits',
    checked: (state) => state.document?.history.present.rig.preset === name,
    run: ({ studio }) => choosePreset(studio, name),
  };
}

export const RIG_COMMANDS = inCategory('Rig', [
  {
    id: 'pose.mirrorLimits',
    label: 'Mirror edited limits',
    group: 'Limits',
    checked: (state) => state.session.mirrorLimits,
    run: ({ studio }) => setMirrorLimits(studio, !studio.getState().session.mirrorLimits),
  },
  ...LIMIT_PRESETS.map(preset),
  {
    id: 'pose.toggleLock',
    label: 'Lock joint',
    group: 'Joints',
    shortcuts: ['Shift+L'],
    labelNow: (state) => locksLabel(state, selectedJoints(state)),
    enabled: hasSelectedJoint,
    run: ({ studio }) => toggleLocks(studio, selectedJoints(studio.getState())),
  },
  {
    id: 'pose.findBones',
    label: 'Find all bones again',
    group: 'Joints',
    enabled: when('No bone has been corrected.', (state) => correctedBones(state).length > 0),
    run: ({ studio }) => findBonesAgain(studio),
  },
  ...FEET.flatMap(flatFoot),
]);
