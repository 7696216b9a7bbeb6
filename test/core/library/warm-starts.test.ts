import { expect, test } from 'vitest';
import { limbsOf } from '../../../core/humanoid/body/limbs.ts';
import { retargetClip } from '../../../core/animation/retarget-clip.ts';
import { sampleClip } from '../../../core/animation/sampling.ts';
import type { Goal } from '../../../core/ik/request/goals.ts';
import type { Outcome } from '../../../core/ik/request/outcome.ts';
import { createSolver } from '../../../core/ik/solver.ts';
import { sampleMotion } from '../../../core/library/from-motion.ts';
import { createSeedIndex } from '../../../core/library/seeds.ts';
import { seededRandom } from '../../../core/math/random.ts';
import { add } from '../../../core/math/vec3.ts';
import { forwardKinematics, worldPosition } from '../../../core/skeleton/forward-kinematics.ts';
import { clampPose } from '../../../core/skeleton/limit-state.ts';
import { restPose, rotationOf, setRotation, type Pose } from '../../../core/skeleton/pose.ts';
import { sampleMotions } from '../../helpers/bvh-clips.ts';
import { sampleRig } from '../../helpers/rigs.ts';

const sample = sampleRig('unreal-names-male.glb');
const motions = sampleMotions().filter(({ name }) => /jacks|kick|wave/.test(name));

test.skipIf(!sample || motions.length === 0)(
  'starts from a library of motion reach as many goals as the rest pose in half the sweeps (seed 3) @all',
  () => {
    const { rig } = sample!;
    const { skeleton } = rig;
    const clips = motions.map(
      ({ rig: from, clip }) => retargetClip(from, { ...clip, duration: Math.min(clip.duration, 3) }, rig, { fps: 30 }).clip,
    );
    const index = createSeedIndex(skeleton, sampleMotion(rig, clips));
    const solver = createSolver(skeleton);
    const random = seededRandom(3);
    const total = { rest: { reached: 0, sweeps: 0 }, library: { reached: 0, sweeps: 0 } };
    const count = ({ status, iterations }: Outcome, sum: { reached: number; sweeps: number }) => {
      sum.reached += status === 'reached' ? 1 : 0;
      sum.sweeps += iterations;
    };
    for (let i = 0; i < 60; i++) {
      const clip = clips[i % clips.length]!;
      const shown = clampPose(skeleton, sampleClip(skeleton, clip, random() * clip.duration)).pose;
      const world = forwardKinematics(skeleton, shown);
      const some = () => 0.02 * (2 * random() - 1);
      const goals = limbsOf(rig).map(({ end }): Goal => {
        return { kind: 'position', joint: end, target: add(worldPosition(world, end), [some(), some(), some()]) };
      });
      const present = withRootOf(shown, restPose(skeleton), skeleton.root);
      const [nearest] = index.nearest(goals, present, 1);
      count(solver.solve(present, goals, { restarts: 0 }), total.rest);
      count(solver.solve(nearest!.pose, goals, { restarts: 0 }), total.library);
    }
    expect(total.library.reached).toBeGreaterThanOrEqual(total.rest.reached);
    expect(total.library.sweeps).toBeLessThan(0.5 * total.rest.sweeps);
  },
  60_000,
);

/** `pose` with the root where and as `placed` has it. */
function withRootOf(placed: Pose, pose: Pose, root: number): Pose {
  pose.set(placed.subarray(0, 3));
  setRotation(pose, root, rotationOf(placed, root));
  return pose;
}
