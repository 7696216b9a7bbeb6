import { createFinish, reserveGoals, type Finish } from '../../core/ik/finish/finish-state.ts';
import { listFreedoms } from '../../core/ik/finish/freedoms.ts';
import { writeColumns } from '../../core/ik/finish/linearize.ts';
import { compileTask } from '../../core/ik/mechanism/compile-task.ts';
import { createMechanism } from '../../core/ik/mechanism/mechanism.ts';
import { loadStart } from '../../core/ik/mechanism/start-pose.ts';
import { createWorkspace, setPull, settle, type Workspace } from '../../core/ik/mechanism/workspace.ts';
import type { Goal } from '../../core/ik/request/goals.ts';
import { fromAxisAngle, type Quat } from '../../core/math/quat.ts';
import type { Random } from '../../core/math/random.ts';
import { add, normalize, type Vec3 } from '../../core/math/vec3.ts';
import { forwardKinematics, worldPosition, worldRotation } from '../../core/skeleton/forward-kinematics.ts';
import type { Limit } from '../../core/skeleton/limits.ts';
import { restPose, setRotation } from '../../core/skeleton/pose.ts';
import { sampleLimit } from '../../core/skeleton/sample-limit.ts';
import { createSkeleton } from '../../core/skeleton/skeleton.ts';

const JOINTS = 7;

/** A problem as the finish sees it: a random tree with limits of all kinds in a random pose inside them, goals of all kinds, and their columns. */
export interface LinearProblem {
  readonly goals: readonly Goal[];
  readonly ws: Workspace;
  readonly finish: Finish;
  /** Rows of the system. */
  readonly size: number;
}

/** A limit of any kind; `room` of it, so that a pose drawn from less than the whole has no joint on an end. */
function limitOf(dice: Random, kind: number, frame: Quat, axis: Vec3): Limit {
  if (kind === 0) return { kind: 'free' };
  if (kind === 1) return { kind: 'hinge', axis, min: -2, max: 2.5 };
  if (kind === 2) return { kind: 'prismatic', axis, min: -0.4, max: 0.5 };
  const swing = [1, 0.7, 0.5, 2.2] as const;
  return { kind: 'swingTwist', parentFrame: frame, childFrame: turned(dice), swing, twist: [-1, 1.2] };
}

function vector(dice: Random, size = 1): Vec3 {
  return [size * (2 * dice() - 1), size * (2 * dice() - 1), size * (2 * dice() - 1)];
}

function turned(dice: Random): Quat {
  return fromAxisAngle(normalize(vector(dice)), 6 * dice());
}

/** The next problem of the dice. */
export function linearProblem(dice: Random): LinearProblem {
  const shapes = Array.from({ length: JOINTS }, () => ({
    kind: Math.floor(4 * dice()),
    frame: turned(dice),
    axis: normalize(vector(dice)),
  }));
  const limits = shapes.map(({ kind, frame, axis }) => limitOf(dice, kind, frame, axis));
  const skeleton = createSkeleton(
    limits.map((limit, j) => ({
      name: `joint${j}`,
      parent: j === 0 ? -1 : Math.max(0, j - 1 - Math.floor(2 * dice())),
      offset: vector(dice, 0.4),
      rest: turned(dice),
      limit,
    })),
  );
  const start = restPose(skeleton);
  limits.forEach((limit, j) => {
    if (limit.kind === 'swingTwist') {
      const swing = limit.swing.map((half) => 0.9 * half) as [number, number, number, number];
      setRotation(start, j, sampleLimit({ ...limit, swing, twist: [-0.9, 1.1] }, dice));
    } else setRotation(start, j, sampleLimit(limit, dice));
    if (limit.kind === 'prismatic') start[3 + 4 * JOINTS + skeleton.slides[j]!] = 0.3 * (2 * dice() - 1);
  });
  const world = forwardKinematics(skeleton, start);
  const goals: Goal[] = [
    { kind: 'position', joint: JOINTS - 1, offset: vector(dice, 0.2), target: vector(dice), weight: 2 },
    { kind: 'position', joint: JOINTS - 2, target: vector(dice), weight: 0.5 },
    // What is left of a turn is linear only while it is small.
    { kind: 'orientation', joint: JOINTS - 1, target: worldRotation(world, JOINTS - 1), leverArm: 0.4, weight: 3 },
    { kind: 'aim', joint: JOINTS - 2, axis: normalize(vector(dice)), offset: vector(dice, 0.2), target: vector(dice, 2) },
    {
      kind: 'centreOfMass',
      masses: Array.from({ length: JOINTS }, () => dice()),
      centres: Array.from({ length: 3 * JOINTS }, () => 0.3 * dice()),
      support: [[dice(), dice()]],
      weight: 4,
    },
    // Further away it pulls no harder.
    { kind: 'pole', joint: JOINTS - 3, target: add(worldPosition(world, JOINTS - 3), vector(dice, 0.1)) },
  ];
  const ws = createWorkspace(createMechanism(skeleton));
  const finish = createFinish(JOINTS);
  reserveGoals(finish, goals.length, JOINTS);
  compileTask(ws.task, ws.mechanism, goals, { rootStiffness: 0.5 });
  ws.rootMobility = 0.5;
  loadStart(ws, start, null);
  setPull(ws, ws.task.rankCount);
  settle(ws);
  listFreedoms(finish.freedoms, ws, null, 1);
  const size = writeColumns(finish, ws);
  return { goals, ws, finish, size };
}
