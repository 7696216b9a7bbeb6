import { MANNEQUIN } from './mannequin.ts';
import { readGlbScene } from './glb-scene.ts';
import type { Clip, StandingSpan } from '../../core/animation/clip.ts';
import { createClip, setKey } from '../../core/animation/keys.ts';
import type { Rig } from '../../core/humanoid/body/rig.ts';
import { buildRig } from '../../core/humanoid/rigging/build-rig.ts';
import type { Goal } from '../../core/ik/request/goals.ts';
import { createSolver } from '../../core/ik/solver.ts';
import { fromAxisAngle, multiply } from '../../core/math/quat.ts';
import { UNIT_X } from '../../core/math/vec3.ts';
import { forwardKinematics, worldPosition, worldRotation } from '../../core/skeleton/forward-kinematics.ts';
import { clampPose } from '../../core/skeleton/limit-state.ts';
import { restPose, type Pose } from '../../core/skeleton/pose.ts';

const STEP = 0.28;

/** How far ahead and up a foot is, metres, and by how many radians its heel is up (its toe below 0). */
type Foot = readonly [ahead: number, up: number, pitch: number];

/** A pose of a walk: the hips so far ahead, and both feet. */
function stepPose({ skeleton, humanoid }: Rig, hips: number, left: Foot, right: Foot): Pose {
  const rest = forwardKinematics(skeleton, restPose(skeleton));
  const start = restPose(skeleton);
  start.set([0, -0.05, hips]);
  const goals = [['leftFoot', left] as const, ['rightFoot', right] as const].flatMap(([bone, [ahead, up, pitch]]): Goal[] => {
    const joint = humanoid[bone]!;
    const [x, y] = worldPosition(rest, joint);
    const target = multiply(fromAxisAngle(UNIT_X, pitch), worldRotation(rest, joint));
    return [
      { kind: 'position', joint, target: [x, y + up, ahead], tolerance: 1e-5, priority: 1, maxLinks: 3 },
      { kind: 'orientation', joint, target, tolerance: 1e-3, maxLinks: 3 },
    ];
  });
  return clampPose(skeleton, createSolver(skeleton).solve(start, goals).pose).pose;
}

/** The pose with the hips 8 cm lower and both feet 4 mm beside their places. */
export function crouched({ skeleton, humanoid }: Rig, pose: Pose): Pose {
  const world = forwardKinematics(skeleton, pose);
  const lower = pose.slice();
  lower[1]! -= 0.08;
  const goals = [humanoid.leftFoot!, humanoid.rightFoot!].flatMap((joint): Goal[] => {
    const [x, y, z] = worldPosition(world, joint);
    return [
      { kind: 'position', joint, target: [x + 0.004, y, z], tolerance: 1e-6, priority: 1, maxLinks: 3 },
      { kind: 'orientation', joint, target: worldRotation(world, joint), tolerance: 1e-4, maxLinks: 3 },
    ];
  });
  return createSolver(skeleton).solve(lower, goals).pose;
}

/** The mannequin walking: contact, passing, contact on the other side, passing, contact again, in two seconds; and what its feet stand on. */
export function fiveKeyWalk(): { readonly rig: Rig; readonly walk: Clip; readonly contacts: readonly StandingSpan[] } {
  const rig = buildRig(readGlbScene(MANNEQUIN));
  const ahead: Foot = [STEP / 2, 0.02, -0.25];
  const behind: Foot = [-0.75 * STEP, 0.06, 0.5];
  const at = ([z, up, pitch]: Foot, hips: number): Foot => [z + hips, up, pitch];
  const poses = [
    stepPose(rig, 0, ahead, behind),
    stepPose(rig, STEP / 2, [STEP / 2, 0, 0], [STEP / 2, 0.12, 0.3]),
    stepPose(rig, STEP * 1.25, at(behind, STEP * 1.25), at(ahead, STEP * 1.25)),
    stepPose(rig, STEP * 1.75, [STEP * 1.75, 0.12, 0.3], [STEP * 1.75, 0, 0]),
    stepPose(rig, STEP * 2.5, at(ahead, STEP * 2.5), at(behind, STEP * 2.5)),
  ];
  const empty = createClip('walk', 'Walk', { duration: 2, loop: false });
  const walk = poses.reduce((clip, pose, k) => setKey(rig.skeleton, clip, k / 2, pose), empty);
  const contacts: readonly StandingSpan[] = [
    { part: 'leftHeel', from: 0, to: 0.5 },
    { part: 'leftBall', from: 0.2, to: 1 },
    { part: 'leftToe', from: 0.3, to: 1.1 },
    { part: 'rightHeel', from: 1, to: 1.5 },
    { part: 'rightBall', from: 1.2, to: 2 },
  ];
  return { rig, walk, contacts };
}
