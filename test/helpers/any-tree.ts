import { createRefinement, type Refinement } from '../../core/ik/refinement/refinement-state.ts';
import { reserveGoals } from '../../core/ik/jacobian/linear-system.ts';
import { writeColumns } from '../../core/ik/jacobian/linearize.ts';
import { compileTask } from '../../core/ik/mechanism/compile-task.ts';
import { createMechanism } from '../../core/ik/mechanism/mechanism.ts';
import { loadStart } from '../../core/ik/mechanism/start-pose.ts';
import { createWorkspace, setCostWeights, refresh, type Workspace } from '../../core/ik/mechanism/workspace.ts';
import { prepareNewton } from '../../core/ik/newton/newton-step.ts';
import type { Goal } from '../../core/ik/request/goals.ts';
import { fromAxisAngle, type Quat } from '../../core/math/quat.ts';
import type { Random } from '../../core/math/random.ts';
import { normalize, type Vec3 } from '../../core/math/vec3.ts';
import type { Limit } from '../../core/skeleton/limits.ts';
import { restPose, setRotation, type Pose } from '../../core/skeleton/pose.ts';
import { sampleLimit } from '../../core/skeleton/sample-limit.ts';
import { createSkeleton, type Skeleton } from '../../core/skeleton/skeleton.ts';

/** Joints of a tree with joints of any kind. */
export const JOINTS = 7;

export function anyVector(random: Random, size = 1): Vec3 {
  return [size * (2 * random() - 1), size * (2 * random() - 1), size * (2 * random() - 1)];
}

export function anyTurn(random: Random): Quat {
  return fromAxisAngle(normalize(anyVector(random)), 6 * random());
}

/** Free, hinge, slide or cone. */
function anyLimit(random: Random): Limit {
  const kind = Math.floor(4 * random());
  const axis = normalize(anyVector(random));
  if (kind === 0) return { kind: 'free' };
  if (kind === 1) return { kind: 'hinge', axis, min: -2, max: 2.5 };
  if (kind === 2) return { kind: 'prismatic', axis, min: -0.4, max: 0.5 };
  return {
    kind: 'swingTwist',
    parentFrame: anyTurn(random),
    childFrame: anyTurn(random),
    swing: [1, 0.7, 0.5, 2.2],
    twist: [-1, 1.2],
  };
}

/** A tree of {@link JOINTS} joints, and a pose in which none stands on an end of its range. */
export function anyTree(random: Random): { skeleton: Skeleton; start: Pose } {
  const limits = Array.from({ length: JOINTS }, () => anyLimit(random));
  const skeleton = createSkeleton(
    limits.map((limit, j) => ({
      name: `joint${j}`,
      parent: j === 0 ? -1 : Math.max(0, j - 1 - Math.floor(2 * random())),
      offset: anyVector(random, 0.4),
      rest: anyTurn(random),
      limit,
    })),
  );
  const start = restPose(skeleton);
  limits.forEach((limit, j) => {
    if (limit.kind === 'swingTwist') {
      const swing = limit.swing.map((half) => 0.9 * half) as [number, number, number, number];
      setRotation(start, j, sampleLimit({ ...limit, swing, twist: [-0.9, 1.1] }, random));
    } else setRotation(start, j, sampleLimit(limit, random));
    if (limit.kind === 'prismatic') start[3 + 4 * JOINTS + skeleton.slides[j]!] = 0.3 * (2 * random() - 1);
  });
  return { skeleton, start };
}

/** The workspace and the refinement of a solve that is about to begin, with a root that may move; all goals pull. */
export function readyToRefine(
  skeleton: Skeleton,
  start: Pose,
  goals: readonly Goal[],
): { ws: Workspace; refinement: Refinement } {
  const ws = createWorkspace(createMechanism(skeleton));
  const refinement = createRefinement(ws.mechanism);
  reserveGoals(refinement, goals.length, skeleton.count);
  compileTask(ws.task, ws.mechanism, goals, { rootStiffness: 0.5 });
  ws.rootMobility = 0.5;
  loadStart(ws, start, null);
  setCostWeights(ws, ws.task.rankCount);
  refresh(ws);
  return { ws, refinement };
}

/** Writes the second derivatives of half the cost by the freedoms that are listed. */
export function writeCostHessian(refinement: Refinement, ws: Workspace): void {
  prepareNewton(refinement, ws, writeColumns(refinement, ws), true);
}

/** Two positions and an orientation that such a tree leaves far away. */
export function farGoals(random: Random): Goal[] {
  return [
    { kind: 'position', joint: JOINTS - 1, offset: anyVector(random, 0.2), target: anyVector(random, 4) },
    { kind: 'position', joint: JOINTS - 2, target: anyVector(random, 4) },
    { kind: 'orientation', joint: JOINTS - 1, target: anyTurn(random), leverArm: 0.4 },
  ];
}
