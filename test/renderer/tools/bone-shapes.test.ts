import { describe, expect, test } from 'vitest';
import { distance } from '../../../core/math/vec3.ts';
import { forwardKinematics, worldPosition } from '../../../core/skeleton/forward-kinematics.ts';
import { restPose } from '../../../core/skeleton/pose.ts';
import { boneEnds, boneShapes } from '../../../renderer/tools/geometry/bone-shapes.ts';
import { sampleRigs } from '../../helpers/rigs.ts';
import { smallBiped } from '../../helpers/small-biped.ts';
import { openedStudio } from './mannequin-studio.ts';

const rigs = [
  ...sampleRigs().map(({ name, rig }) => [name, rig] as const),
  ['mannequin', openedStudio().document().rig] as const,
  ['small biped', smallBiped().rig] as const,
];

describe.each(rigs)('the drawn bones of %s', (_, rig) => {
  const shapes = boneShapes(rig);
  const world = forwardKinematics(rig.skeleton, restPose(rig.skeleton));

  test('let every joint of the humanoid be clicked', () => {
    const clickable = new Set(shapes.map(({ joint }) => joint));
    for (const joint of Object.values(rig.humanoid)) expect(clickable.has(joint)).toBe(true);
  });

  test('begin at their joint and are neither points nor longer than the body', () => {
    for (const shape of shapes) {
      const [from, to] = boneEnds(shape, world);
      expect(distance(from, worldPosition(world, shape.joint))).toBe(0);
      expect(distance(from, to)).toBeGreaterThan(1e-4);
      expect(distance(from, to)).toBeLessThan(rig.report.height);
    }
  });

  test('of the humanoid end at a joint, or are the stub of a joint without any', () => {
    const joints = Array.from({ length: rig.skeleton.count }, (_each, joint) => worldPosition(world, joint));
    const parents = new Set(rig.skeleton.parents);
    for (const shape of shapes.filter(({ humanoid, joint }) => humanoid && parents.has(joint))) {
      const [, to] = boneEnds(shape, world);
      const isStub = shapes.filter(({ joint }) => joint === shape.joint).length === 1;
      if (!isStub) expect(Math.min(...joints.map((joint) => distance(joint, to)))).toBeLessThan(1e-9);
    }
  });
});

test('controls that merely share the file with the body are not drawn', () => {
  const knight = rigs.find(([name]) => name.startsWith('kaykit'));
  if (!knight) return;
  const [, rig] = knight;
  const drawn = new Set(boneShapes(rig).map(({ joint }) => rig.skeleton.names[joint]));
  for (const control of ['kneeIK.l', 'IK-foot.l', 'control-heel-roll.l', 'elbowIK.r']) {
    if (rig.skeleton.names.includes(control)) expect(drawn.has(control)).toBe(false);
  }
});
