import { describe, expect, test } from 'vitest';
import type { Goal } from '../../../../core/ik/request/goals.ts';
import { createSolver } from '../../../../core/ik/solver.ts';
import { DEGREES } from '../../../../core/math/angles.ts';
import type { Vec3 } from '../../../../core/math/vec3.ts';
import { restPose, type Pose } from '../../../../core/skeleton/pose.ts';
import { createSkeleton, type Skeleton } from '../../../../core/skeleton/skeleton.ts';
import { coneAbout, hingeAbout, straightChain, turnsBetween } from '../../../helpers/ik-chains.ts';

const FRAMES = 240;

interface Body {
  readonly skeleton: Skeleton;
  readonly offset: Vec3;
  /** The middle of the path, and how far it goes along each axis. */
  readonly middle: Vec3;
  readonly size: Vec3;
}

const BODIES: Record<string, Body> = {
  'three free balls, nearly free to turn': {
    skeleton: straightChain(3, { kind: 'free' }, 0.25),
    offset: [0, 0.2, 0],
    middle: [0.28, -0.05, 0.12],
    size: [0.1, 0.12, 0.1],
  },
  'four free balls, nearly free to turn': {
    skeleton: straightChain(4, { kind: 'free' }, 0.2),
    offset: [0, 0.2, 0],
    middle: [0.3, 0.02, 0.15],
    size: [0.1, 0.12, 0.1],
  },
  'an arm whose clavicle leaves its cone again': {
    skeleton: createSkeleton([
      { name: 'clavicle', parent: -1, offset: [0, 0, 0], limit: coneAbout([1, 0, 0], 15, [-10, 10]) },
      { name: 'shoulder', parent: 0, offset: [0.15, 0, 0], limit: coneAbout([1, 0, 0], 150, [-120, 120]) },
      { name: 'elbow', parent: 1, offset: [0.3, 0, 0], limit: hingeAbout([0, -1, 0], 0, 150) },
      { name: 'wrist', parent: 2, offset: [0.26, 0, 0], limit: coneAbout([1, 0, 0], 80, [-120, 120]) },
    ]),
    offset: [0.1, 0, 0],
    middle: [-0.05, -0.4, 0.1],
    size: [0.1, 0.12, 0.1],
  },
  'a leg whose foot leaves its cone again': {
    skeleton: createSkeleton([
      { name: 'hip', parent: -1, offset: [0, 0.9, 0], limit: coneAbout([0, -1, 0], 80, [-40, 40]) },
      { name: 'knee', parent: 0, offset: [0, -0.42, 0], limit: hingeAbout([1, 0, 0], 0, 150) },
      { name: 'foot', parent: 1, offset: [0, -0.4, 0], limit: coneAbout([0, 0, 1], 35, [-20, 20]) },
    ]),
    offset: [0, -0.05, 0.1],
    middle: [-0.25, 0.4, -0.35],
    size: [0.1, 0.12, 0.1],
  },
};

/** Points at most a centimetre from each other on a closed curve. */
function path({ middle, size }: Body): Vec3[] {
  return Array.from({ length: FRAMES }, (_, i): Vec3 => {
    const t = (2 * Math.PI * i) / FRAMES;
    return [middle[0] + size[0] * Math.cos(t), middle[1] + size[1] * Math.sin(2 * t), middle[2] + size[2] * Math.sin(t)];
  });
}

/** Follows the path from the rest pose, which is the reference too, along it and back; radians that a joint differs at most. */
function followPath(body: Body): { apart: number; left: number; step: number } {
  const { skeleton, offset } = body;
  const solver = createSolver(skeleton);
  const reference = restPose(skeleton);
  const targets = path(body).map((target): Goal[] => [{ kind: 'position', joint: skeleton.count - 1, offset, target }]);
  const follow = (from: Pose, goals: readonly Goal[]): Pose => {
    const { pose, status } = solver.solve(from, goals, { reference });
    expect(status).toBe('reached');
    return pose;
  };
  let pose = reference;
  // To the start of the path, where nothing moves any more.
  for (let i = 0; i < 20; i++) pose = follow(pose, targets[0]!);
  const there: Pose[] = [];
  let [apart, left, step] = [0, 0, 0];
  for (const goals of targets) {
    const next = follow(pose, goals);
    step = Math.max(step, ...turnsBetween(skeleton, pose, next));
    pose = next;
    there.push(pose);
    let settled = pose;
    for (let i = 0; i < 3; i++) settled = follow(settled, goals);
    left = Math.max(left, ...turnsBetween(skeleton, pose, settled));
  }
  for (let i = FRAMES - 1; i >= 0; i--) {
    pose = follow(pose, targets[i]!);
    apart = Math.max(apart, ...turnsBetween(skeleton, pose, there[i]!));
  }
  return { apart, left, step };
}

describe('steps towards a reference that take the arcs of the effectors into account', () => {
  test.each(Object.entries(BODIES))(
    '%s, arrives within the frame: there and back the poses are the same within 1°',
    (_, body) => {
      const { apart, left, step } = followPath(body);
      expect(left).toBeLessThan(0.6 * DEGREES);
      expect(apart).toBeLessThan(DEGREES);
      expect(step).toBeLessThan(4 * DEGREES);
    },
  );
});
