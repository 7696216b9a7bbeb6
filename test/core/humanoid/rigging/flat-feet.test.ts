import { describe, expect, test } from 'vitest';
import { footShape } from '../../../../core/animation/foot-shapes.ts';
import { upOfFlatFoot } from '../../../../core/humanoid/body/flat-foot.ts';
import type { Rig } from '../../../../core/humanoid/body/rig.ts';
import { FEET, type FlatFeet, type Foot } from '../../../../core/humanoid/body/sole.ts';
import { buildRig } from '../../../../core/humanoid/rigging/build-rig.ts';
import { toDegrees, toRadians } from '../../../../core/math/angles.ts';
import { fromAxisAngle } from '../../../../core/math/quat.ts';
import { distance } from '../../../../core/math/vec3.ts';
import { restPose, setRotation, type Pose } from '../../../../core/skeleton/pose.ts';
import { plainFigure, sceneOf } from '../../../helpers/figure.ts';
import { posedRest } from '../../../helpers/posed-rest.ts';

const standing = buildRig(sceneOf(plainFigure()));
/** Degrees by which the toes of a file point down at rest. */
const POINTED = 75;
const TOES_DOWN = { 'foot.l': [POINTED, 0, 0], 'foot.r': [POINTED, 0, 0] } as const;
const IN_DOUBT = /^Nothing shows where the sole of the (?:left|right) foot is/;

/** Rest but for the feet, which are turned up by so many degrees; the whole body goes about its own axis meanwhile. */
function feetUp(rig: Rig, degrees: number): Pose {
  const pose = restPose(rig.skeleton);
  for (const foot of FEET) setRotation(pose, rig.humanoid[foot]!, fromAxisAngle([1, 0, 0], -toRadians(degrees)));
  setRotation(pose, rig.humanoid.hips!, fromAxisAngle([0, 1, 0], 1));
  return pose;
}

function doubts(rig: Rig): readonly string[] {
  return rig.report.warnings.filter((warning) => IN_DOUBT.test(warning));
}

/** Degrees by which the sole of a foot is off, and metres by which its height is. */
function errors(rig: Rig, foot: Foot) {
  const side = foot === 'leftFoot' ? 'left' : 'right';
  const [found, wanted] = [footShape(rig, side), footShape(standing, side)];
  return {
    // The figure's joints have the world's axes when it stands.
    tilt: toDegrees(Math.acos(Math.min(1, found.up[1]))),
    height: Math.abs(found.standing - rig.report.floor - wanted.standing),
  };
}

describe('feet of which nothing shows where their soles are', () => {
  const scene = posedRest(TOES_DOWN, {});
  const found = buildRig(scene);
  const up = upOfFlatFoot(found, feetUp(found, POINTED), 'leftFoot')!;

  test('are told with what to do', () => {
    expect(doubts(found)).toHaveLength(2);
    expect(found.report.warnings).toContain(
      'Nothing shows where the sole of the left foot is. Pose the foot flat, and tell that it stands so.',
    );
  });

  test('are told where they have no names, and their toes, which point down, are not known for toes', () => {
    const { nodes, ...rest } = posedRest({ 'foot.l': [60, 0, 0], 'foot.r': [60, 0, 0] }, {});
    const nameless = buildRig({ ...rest, nodes: nodes.map((node, i) => ({ ...node, name: `n${i}` })) });
    expect(nameless.humanoid.leftToes).toBeUndefined();
    expect(doubts(nameless)).toHaveLength(2);
    expect(doubts(buildRig(sceneOf(plainFigure().filter(({ name }) => !name.startsWith('toes')))))).toEqual([]);
  });

  test('have them where it was told that they stand flat', () => {
    expect(distance(up, [0, Math.cos(toRadians(POINTED)), Math.sin(toRadians(POINTED))])).toBeLessThan(1e-9);
    const rig = buildRig(scene, { flatFeet: { leftFoot: up, rightFoot: up } });
    expect(doubts(rig)).toEqual([]);
    for (const foot of FEET) {
      expect(errors(rig, foot).tilt).toBeLessThan(0.01);
      expect(errors(rig, foot).height).toBeLessThan(0.03);
    }
  });

  test('help each other: what was told of one tells of the other', () => {
    const rig = buildRig(scene, { flatFeet: { leftFoot: up } });
    expect(doubts(rig)).toEqual([]);
    expect(errors(rig, 'rightFoot').tilt).toBeLessThan(0.01);
  });
});

test('What is told goes before what is seen, and the lowest that is drawn is the sole', () => {
  const scene = posedRest(TOES_DOWN, { mesh: true, bind: true });
  const tilted = buildRig(scene);
  expect(errors(tilted, 'leftFoot').tilt).toBeLessThan(1);
  const told = (degrees: number): FlatFeet => ({ leftFoot: upOfFlatFoot(tilted, feetUp(tilted, degrees), 'leftFoot')! });
  const heels = errors(buildRig(scene, { flatFeet: told(POINTED - 20) }), 'leftFoot');
  expect(heels.tilt).toBeCloseTo(20, 2);
  expect(heels.height).toBeGreaterThan(0.02);
  const flat = errors(buildRig(scene, { flatFeet: told(POINTED) }), 'leftFoot');
  expect(flat.tilt).toBeLessThan(0.01);
  expect(flat.height).toBeLessThan(0.001);
});

test('A character that stands keeps its soles where it is told of them as they are', () => {
  const scene = posedRest({}, { mesh: true });
  const found = buildRig(scene);
  const up = upOfFlatFoot(found, restPose(found.skeleton), 'rightFoot')!;
  const told = buildRig(scene, { flatFeet: { leftFoot: up, rightFoot: up } });
  expect(told.report).toEqual(found.report);
  for (const foot of FEET) expect(errors(told, foot)).toEqual(errors(found, foot));
});

test('A rig without such a foot has nothing to tell of it', () => {
  const { leftFoot: _, ...humanoid } = standing.humanoid;
  expect(upOfFlatFoot({ ...standing, humanoid }, restPose(standing.skeleton), 'leftFoot')).toBeNull();
});

test.each<[unknown, string]>([
  [{ leftHand: [0, 1, 0] }, 'the flat feet must be of leftFoot or rightFoot, got "leftHand"'],
  [{ leftFoot: [0, 2, 0] }, 'the flat feet: what is up for leftFoot must have length 1, got 2'],
  [{ leftFoot: [0, NaN, 0] }, 'the flat feet: what is up for leftFoot must have length 1, got NaN'],
  [7, 'the flat feet must be an object, got 7'],
])('%j is refused', (flatFeet, sentence) => {
  expect(() => buildRig(sceneOf(plainFigure()), { flatFeet: flatFeet as FlatFeet })).toThrow(sentence);
});

describe('a run in which nothing but joints is known', () => {
  const run = {
    'thigh.l': [-50, 0, 0],
    'shin.l': [70, 0, 0],
    'thigh.r': [30, 0, 0],
    'shin.r': [80, 0, 0],
    'foot.r': [30, 0, 0],
  } as const;
  const mirrored = {
    'thigh.r': [-50, 0, 0],
    'shin.r': [70, 0, 0],
    'thigh.l': [30, 0, 0],
    'shin.l': [80, 0, 0],
    'foot.l': [30, 0, 0],
  } as const;

  test.each([['left', run] as const, ['right', mirrored] as const])('tells that the %s sole is in doubt', (side, turns) => {
    expect(doubts(buildRig(posedRest(turns, {})))).toEqual([expect.stringContaining(`sole of the ${side} foot`)]);
    expect(doubts(buildRig(posedRest(turns, { mesh: true })))).toEqual([]);
  });

  test('is not there on one upright leg', () => {
    expect(doubts(buildRig(posedRest({ 'thigh.r': [-80, 0, 0], 'shin.r': [90, 0, 0] }, {})))).toEqual([]);
  });
});

describe('legs that are put aside at rest', () => {
  test.each([15, 20, 30])('by %i° have their soles square to the shins, whatever shows it', (degrees) => {
    const turns = { 'thigh.l': [0, 0, degrees], 'thigh.r': [0, 0, -degrees] } as const;
    for (const told of [{}, { bind: true }, { mesh: true }]) {
      const rig = buildRig(posedRest(turns, told));
      expect(doubts(rig)).toEqual([]);
      for (const foot of FEET) {
        expect(errors(rig, foot).tilt).toBeLessThan(1);
        expect(errors(rig, foot).height).toBeLessThan(0.015);
      }
    }
  });
});
