import { describe, expect, test } from 'vitest';
import {
  conjugate,
  fromAxisAngle,
  fromRotationVector,
  multiply,
  normalizeQuat,
  rotate,
  shortestArc,
  type Quat,
} from '../../../core/math/quat.ts';
import { distance, dot, lerp, normalize, scale, subtract, UNIT_X, UNIT_Y, UNIT_Z, type Vec3 } from '../../../core/math/vec3.ts';
import { forwardKinematics, worldPosition, worldRotation } from '../../../core/skeleton/forward-kinematics.ts';
import { limitExcess } from '../../../core/skeleton/limit-state.ts';
import type { HingeLimit, SwingTwistLimit } from '../../../core/skeleton/limits.ts';
import { restPose, setRotation, slideIndex } from '../../../core/skeleton/pose.ts';
import { createSkeleton } from '../../../core/skeleton/skeleton.ts';
import {
  coneShape,
  freeShape,
  hingeShape,
  restFrame,
  slideShape,
  twistShape,
} from '../../../renderer/tools/geometry/limit-shapes.ts';

const DEGREE = Math.PI / 180;
const turn = (x: number, y: number, z: number): Quat => fromRotationVector([x, y, z]);

function armWith(limit: SwingTwistLimit | HingeLimit) {
  return createSkeleton([
    { name: 'trunk', parent: -1, offset: [0, 1, 0], rest: turn(0.3, -0.4, 0.2) },
    { name: 'arm', parent: 0, offset: [0.2, 0.3, 0], rest: turn(-0.7, 0.5, 0.9), limit },
  ]);
}

const round: SwingTwistLimit = {
  kind: 'swingTwist',
  parentFrame: turn(0.4, 1.1, -0.3),
  childFrame: turn(0.2, 0.8, 0.1),
  swing: [50 * DEGREE, 50 * DEGREE, 50 * DEGREE, 50 * DEGREE],
  twist: [-40 * DEGREE, 70 * DEGREE],
};
const elliptical: SwingTwistLimit = { ...round, swing: [20 * DEGREE, 75 * DEGREE, 110 * DEGREE, 35 * DEGREE] };

describe.each([
  ['round', round],
  ['elliptical', elliptical],
] as const)('the drawn %s cone', (_, limit) => {
  const skeleton = armWith(limit);
  const pose = restPose(skeleton);
  setRotation(pose, 0, turn(0.1, 0.9, -0.6));
  const world = forwardKinematics(skeleton, pose);
  const cone = coneShape(skeleton, world, 1, limit, 0.25);

  /** The rest-relative rotation that swings the bone to a world direction without any twist. */
  function swingTo(direction: Vec3): Quat {
    const frame = multiply(restFrame(skeleton, world, 1), limit.parentFrame);
    const swing = shortestArc(UNIT_Z, rotate(conjugate(frame), direction));
    return normalizeQuat(multiply(multiply(limit.parentFrame, swing), conjugate(limit.childFrame)));
  }

  function excess(direction: Vec3): number {
    const swung = pose.slice();
    setRotation(swung, 1, swingTo(direction));
    return limitExcess(skeleton, swung, 1);
  }

  test('has every rim point exactly on the boundary of the limit', () => {
    for (const point of cone.rim) {
      const direction = normalize(subtract(point, cone.apex));
      const axis = normalize(subtract(cone.centre, cone.apex));
      const outwards = normalize(subtract(direction, scale(axis, 1)));
      const nudged = (angle: number): Vec3 => normalize(subtract(direction, scale(outwards, -angle)));
      expect(excess(direction)).toBeLessThan(1e-9);
      expect(excess(nudged(1e-3))).toBeGreaterThan(1e-5);
      expect(excess(nudged(-1e-3))).toBe(0);
    }
  });

  test('shows the bone where the swing puts it', () => {
    const wanted = normalize(subtract(cone.rim[7]!, cone.apex));
    const swung = pose.slice();
    setRotation(swung, 1, swingTo(wanted));
    const shown = coneShape(skeleton, forwardKinematics(skeleton, swung), 1, limit, 0.25);
    expect(dot(normalize(subtract(shown.bone, shown.apex)), wanted)).toBeCloseTo(1, 12);
  });

  test('has a twist arc whose ends are the twist limits, and a needle at the present twist', () => {
    const frame = (angle: number): Quat => {
      const local = multiply(turn(0.2, -0.1, 0), fromAxisAngle(UNIT_Z, angle));
      return normalizeQuat(multiply(multiply(limit.parentFrame, local), conjugate(limit.childFrame)));
    };
    const needleAt = (angle: number): Vec3 => {
      const twisted = pose.slice();
      setRotation(twisted, 1, frame(angle));
      const arc = twistShape(skeleton, forwardKinematics(skeleton, twisted), twisted, 1, limit, 0.2, 0.05);
      return arc.present;
    };
    const any = pose.slice();
    setRotation(any, 1, frame(0.1));
    const { arc, centre } = twistShape(skeleton, forwardKinematics(skeleton, any), any, 1, limit, 0.2, 0.05);
    for (const [end, angle] of [
      [arc[0]!, limit.twist[0]],
      [arc.at(-1)!, limit.twist[1]],
    ] as const) {
      const needle = needleAt(angle);
      expect(Math.hypot(...subtract(end, needle))).toBeLessThan(1e-9);
      // The needle is fixed to the joint: its x axis carried by the child frame.
      const twisted = pose.slice();
      setRotation(twisted, 1, frame(angle));
      const joint = worldRotation(forwardKinematics(skeleton, twisted), 1);
      const carried = rotate(multiply(joint, limit.childFrame), [1, 0, 0]);
      expect(dot(normalize(subtract(needle, centre)), carried)).toBeCloseTo(1, 9);
    }
  });
});

test('the drawn sector of a hinge ends where its bone stands at its smallest and largest angle', () => {
  const limit: HingeLimit = { kind: 'hinge', axis: normalize([0.2, -0.5, 1]), min: -10 * DEGREE, max: 140 * DEGREE };
  const skeleton = armWith(limit);
  const tip: Vec3 = normalize([1, 0.4, 0]);
  const poseAt = (angle: number) => {
    const pose = restPose(skeleton);
    setRotation(pose, 0, turn(0.1, 0.9, -0.6));
    setRotation(pose, 1, fromAxisAngle(limit.axis, angle));
    return pose;
  };
  const shapeAt = (angle: number) =>
    hingeShape(skeleton, forwardKinematics(skeleton, poseAt(angle)), poseAt(angle), 1, limit, tip, 0.3);
  const { arc, centre } = shapeAt(0.4);
  for (const [end, angle] of [
    [arc[0]!, limit.min],
    [arc.at(-1)!, limit.max],
  ] as const) {
    const bone = rotate(
      worldRotation(forwardKinematics(skeleton, poseAt(angle)), 1),
      subtract(tip, scale(limit.axis, dot(tip, limit.axis))),
    );
    expect(dot(normalize(subtract(end, centre)), normalize(bone))).toBeCloseTo(1, 12);
    expect(Math.hypot(...subtract(shapeAt(angle).present, end))).toBeLessThan(1e-9);
  }
});

test('the ball of a free joint has a circle about each axis of its rest frame, and its bone where the joint turned it', () => {
  const skeleton = createSkeleton([
    { name: 'trunk', parent: -1, offset: [0, 1, 0], rest: turn(0.3, -0.4, 0.2) },
    { name: 'arm', parent: 0, offset: [0.2, 0.3, 0], rest: turn(-0.7, 0.5, 0.9) },
    { name: 'hand', parent: 1, offset: [0.1, 0.25, -0.05] },
  ]);
  const pose = restPose(skeleton);
  setRotation(pose, 1, turn(0.8, -1.2, 0.4));
  const world = forwardKinematics(skeleton, pose);
  const { centre, circles, bone } = freeShape(skeleton, world, 1, [0.1, 0.25, -0.05], 0.3);
  circles.forEach((circle, axis) => {
    const normal = rotate(restFrame(skeleton, world, 1), [UNIT_X, UNIT_Y, UNIT_Z][axis]!);
    for (const point of circle) {
      expect(distance(point, centre)).toBeCloseTo(0.3, 9);
      expect(dot(subtract(point, centre), normal)).toBeCloseTo(0, 9);
    }
  });
  const hand = worldPosition(world, 2);
  expect(bone).toEqual(lerp(centre, hand, 0.3 / distance(centre, hand)).map((v) => expect.closeTo(v, 9)));
});

test('the rail of a sliding joint ends where the joint is at the ends of its range, wherever it is now', () => {
  const limit = { kind: 'prismatic', axis: normalize([0.3, 1, -0.4]), min: -0.1, max: 0.25 } as const;
  const skeleton = createSkeleton([
    { name: 'trunk', parent: -1, offset: [0, 1, 0], rest: turn(0.3, -0.4, 0.2) },
    { name: 'slider', parent: 0, offset: [0.2, 0.3, 0], rest: turn(-0.7, 0.5, 0.9), limit },
  ]);
  const poseAt = (displacement: number) => {
    const pose = restPose(skeleton);
    setRotation(pose, 0, turn(0.5, 0.2, -0.9));
    pose[slideIndex(skeleton, 0)] = displacement;
    return pose;
  };
  const placeAt = (displacement: number) => worldPosition(forwardKinematics(skeleton, poseAt(displacement)), 1);
  const near = (point: Vec3) => point.map((v) => expect.closeTo(v, 9));
  for (const displacement of [-0.1, 0, 0.17]) {
    const pose = poseAt(displacement);
    const shape = slideShape(skeleton, forwardKinematics(skeleton, pose), pose, 1, limit, 0.04);
    expect(shape.from).toEqual(near(placeAt(-0.1)));
    expect(shape.to).toEqual(near(placeAt(0.25)));
    const middles = [...shape.stops, ...shape.present].map(([a, b]) => lerp(a, b, 0.5));
    const ends = [shape.from, shape.from, shape.to, shape.to, placeAt(displacement), placeAt(displacement)];
    expect(middles).toEqual(ends.map(near));
    for (const lines of [shape.stops.slice(0, 2), shape.stops.slice(2), shape.present]) {
      const ways = lines.map(([a, b]) => subtract(b, a));
      expect(dot(ways[0]!, ways[1]!)).toBeCloseTo(0, 9);
      for (const way of ways) {
        expect(Math.hypot(...way)).toBeCloseTo(0.04, 9);
        expect(dot(way, subtract(shape.to, shape.from))).toBeCloseTo(0, 9);
      }
    }
  }
});
