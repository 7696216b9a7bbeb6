import { describe, expect, test } from 'vitest';
import type { Goal } from '../../../core/ik/request/goals.ts';
import { createSolver } from '../../../core/ik/solver.ts';
import { fromAxisAngle } from '../../../core/math/quat.ts';
import { seededRandom } from '../../../core/math/random.ts';
import { restPose, setRotation } from '../../../core/skeleton/pose.ts';
import { chainFromRobot, type Chain, type Quadruple } from '../../benchmarks/chain.ts';
import { effectorFrames, largestExcess, rotationBetween } from '../../benchmarks/judge.ts';
import { quaternionOf } from '../../benchmarks/peers/closed-chain.ts';
import { skeletonOf, unpackPose } from '../../benchmarks/peers/limber.ts';
import { ROBOT_TABLES } from '../../helpers/robot-tables.ts';
import { few } from '../../helpers/extent.ts';

const CASES = 1000;
/** Metres and radians a component, as in TRAC-IK's own table. */
const TOLERANCE = 1e-5;
/** Where the table has no such arm. */
const USUAL_RATE = 0.999;

function turnsOf(chain: Chain, share: (joint: number) => number): Quadruple[] {
  return chain.joints.map(({ motion }, j) => {
    if (motion.kind !== 'hinge') throw new Error('arms have hinges only');
    return fromAxisAngle(motion.axis, motion.min + (motion.max - motion.min) * share(j));
  });
}

describe('full poses of arms that the benchmarks do not use, from mid-limits, judged by an independent forward kinematics', () => {
  test.each(
    few(
      ROBOT_TABLES.map(({ robot, published }) => [robot.name, robot, published ?? USUAL_RATE] as const),
      2,
    ),
  )('%s: solved inside the limits at least as often as published (1,000 random reachable poses, seed 20)', (_, robot, rate) => {
    const chain = chainFromRobot(robot);
    const skeleton = skeletonOf(chain);
    const solver = createSolver(skeleton);
    const random = seededRandom(20);
    const start = restPose(skeleton);
    turnsOf(chain, () => 0.5).forEach((q, j) => setRotation(start, j, q));
    const [{ joint, offset } = { joint: 0, offset: [0, 0, 0] as const }] = chain.effectors;
    let solved = 0;
    for (let i = 0; i < CASES; i++) {
      const [wanted] = effectorFrames(
        chain,
        turnsOf(chain, () => random()),
      );
      const goals: Goal[] = [
        { kind: 'position', joint, offset, target: wanted!.position, tolerance: TOLERANCE },
        { kind: 'orientation', joint, target: quaternionOf(wanted!.axes), tolerance: TOLERANCE },
      ];
      const rotations = unpackPose(skeleton, solver.solve(start, goals, { restarts: 200 }).pose);
      const [found] = effectorFrames(chain, rotations);
      const apart = [
        ...found!.position.map((value, k) => value - wanted!.position[k]!),
        ...rotationBetween(found!.axes, wanted!.axes),
      ];
      expect(largestExcess(chain, rotations)).toBeLessThan(1e-6);
      if (apart.every((value) => Math.abs(value) < TOLERANCE * 1.001)) solved++;
    }
    expect(solved / CASES).toBeGreaterThanOrEqual(rate);
  });
});
