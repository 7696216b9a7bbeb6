import { describe, expect, test } from 'vitest';
import { buildRig } from '../../../../core/humanoid/rigging/build-rig.ts';
import { plainFigure, sceneOf } from '../../../helpers/figure.ts';

const joints = plainFigure();
const scene = sceneOf(joints);

/** The report of the plain figure (by its joints two necks, of 0.102 m, above the head's joint at 1.56 m) with something drawn on the named joints. */
function reportWith(drawn: Readonly<Record<string, readonly [lowest: number, highest: number]>>) {
  const meshExtents = Object.entries(drawn).map(([name, [lowest, highest]]) => {
    const node = joints.findIndex((joint) => joint.name === name);
    return { node, lowest, highest, points: [] };
  });
  return buildRig({ ...scene, meshExtents }).report;
}

describe('the height of a body', () => {
  test('follows from its joints where nothing is drawn, or nothing on head and legs', () => {
    expect(reportWith({}).height).toBeCloseTo(1.764, 6);
    expect(reportWith({ chest: [0.9, 1.5] }).height).toBeCloseTo(1.764, 6);
  });

  test('goes from the soles to the top of what is drawn, on nodes below the head too', () => {
    const drawn = { head: [1.5, 1.8], 'toes.l': [0.002, 0.1], 'foot.r': [-0.004, 0.2], chest: [0.9, 1.5] } as const;
    expect(reportWith(drawn).height).toBeCloseTo(1.804, 12);
    expect(reportWith({ ...drawn, head_end: [1.7, 1.95] }).height).toBeCloseTo(1.954, 12);
  });

  test('does not count what the hands hold or what trails behind', () => {
    const body = { head: [1.5, 1.8], 'foot.l': [0, 0.2] } as const;
    expect(reportWith({ ...body, 'hand.r': [1.2, 3.1], hips: [-0.3, 1] })).toMatchObject({ height: 1.8, floor: 0 });
  });
});

describe('the floor under a body', () => {
  test('is the origin when the soles miss it by less than a hundredth of the height', () => {
    for (const lowest of [-0.015, 0, 0.015]) expect(reportWith({ 'foot.l': [lowest, 0.2] }).floor).toBe(0);
  });

  test('is below the soles that stand elsewhere', () => {
    const report = reportWith({ head: [1.5, 1.8], 'foot.l': [-0.2, 0.2] });
    expect(report.floor).toBe(-0.2);
    expect(report.height).toBeCloseTo(2, 12);
    expect(report.hipHeight).toBeCloseTo(1.15, 12);
  });
});
