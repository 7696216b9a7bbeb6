import { describe, expect, test } from 'vitest';
import { centreOfMass, segmentMasses, supportPolygon } from '../../../../../core/humanoid/anatomy/masses.ts';
import type { SolverSettings } from '../../../../../core/humanoid/pulling/request/pull-goals.ts';
import { createPuller } from '../../../../../core/humanoid/pulling/puller.ts';
import { distance, type Vec3 } from '../../../../../core/math/vec3.ts';
import { forwardKinematics } from '../../../../../core/skeleton/forward-kinematics.ts';
import type { Pose } from '../../../../../core/skeleton/pose.ts';
import { FEET, figureOf, moved, pinMoved, placeOf } from '../../../../benchmarks/posing/figure.ts';
import { sampleRigs } from '../../../../helpers/rigs.ts';

const people = sampleRigs().filter(({ name }) => /mannequin|godette|unreal/.test(name));

describe.each(people)('the weight of $name', ({ rig }) => {
  const figure = figureOf(rig);
  const { rest, leg, left } = figure;
  const ground = forwardKinematics(rig.skeleton, rest);
  const gesture = (settings: Partial<SolverSettings> = {}) => createPuller(rig).begin(rest, 'leftFoot', FEET, settings);
  const up = (height: number): Vec3 => moved(figure, placeOf(figure, ground, 'leftFoot'), [0, height * leg, 0.1 * leg]);
  const centre = (pose: Pose): Vec3 => centreOfMass(segmentMasses(rig), forwardKinematics(rig.skeleton, pose));

  /** Metres by which the centre of mass is to the right of the left edge of the right foot; less than 0: not over it. */
  const overRight = (pose: Pose): number => {
    const positions = ground.positions.slice();
    positions[3 * rig.humanoid.leftFoot! + 1]! += leg;
    const edge = Math.max(...supportPolygon(rig, { ...ground, positions }).map(([x, z]) => x * left[0] + z * left[2]));
    const [x, , z] = centre(pose);
    return edge - (x * left[0] + z * left[2]);
  };

  test('goes over the foot that stands as the other is lifted, which stays where it is', () => {
    const { pose, status } = gesture().to(up(0.25));
    expect(status).toBe('reached');
    expect(overRight(pose)).toBeGreaterThan(-0.03 * figure.size);
    expect(pinMoved(figure, pose, 'rightFoot')).toBeLessThan(1e-4);
    expect(overRight(gesture({ weight: 0 }).to(up(0.25)).pose)).toBeLessThan(-0.03 * figure.size);
  });

  test('goes there steadily: no step of the foot moves it by more than four', () => {
    const pull = gesture();
    const places = Array.from({ length: 61 }, (_, i) => up((i / 60) * 0.3));
    const centres = places.map((place) => centre(pull.to(place).pose));
    for (let i = 1; i < places.length; i++)
      expect(distance(centres[i]!, centres[i - 1]!)).toBeLessThan(4 * distance(places[i]!, places[i - 1]!));
  });

  test('stays where a foot is moved along the floor, and where the hips are pinned', () => {
    const along = gesture().to(moved(figure, placeOf(figure, ground, 'leftFoot'), [0, 0, 0.1 * leg])).pose;
    const hips = placeOf(figure, ground, 'hips');
    expect(distance(placeOf(figure, forwardKinematics(rig.skeleton, along), 'hips'), hips)).toBeLessThan(0.02 * leg);
    const pins = { ...FEET, hips: { translation: true, rotation: false, weight: 1 } };
    const { pose } = createPuller(rig).begin(rest, 'leftFoot', pins).to(up(0.2));
    expect(distance(placeOf(figure, forwardKinematics(rig.skeleton, pose), 'hips'), hips)).toBeLessThan(1e-3);
  });
});
