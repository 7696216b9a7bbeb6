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

  test('end at the next joints where a joint carries several', () => {
    const joints = Array.from({ length: rig.skeleton.count }, (_each, joint) => worldPosition(world, joint));
    const branching = shapes.filter(
      ({ joint, humanoid }) => humanoid && shapes.filter((each) => each.joint === joint).length > 1,
    );
    const misses = branching.map((shape) => {
      const [, to] = boneEnds(shape, world);
      return Math.min(...joints.map((joint) => distance(joint, to)));
    });
    expect(branching.length).toBeGreaterThan(1);
    expect(Math.max(...misses)).toBeLessThan(1e-9);
  });
});

describe.each(rigs.filter(([name]) => name.startsWith('kaykit')))('%s', (_, rig) => {
  test('is drawn without the controls that merely share the file with the body', () => {
    const drawn = boneShapes(rig).map(({ joint }) => rig.skeleton.names[joint]!);
    expect(drawn.filter((name) => /IK|control/.test(name))).toEqual([]);
    expect(drawn).toContain('upperarm.l');
  });
});
