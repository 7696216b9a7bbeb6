import { expect, test } from 'vitest';
import { createFinish, reserveGoals } from '../../../../core/ik/finish/finish-state.ts';
import { listFreedoms } from '../../../../core/ik/finish/freedoms.ts';
import { writeColumns } from '../../../../core/ik/finish/linearize.ts';
import { takeStep } from '../../../../core/ik/finish/take-step.ts';
import { createMechanism } from '../../../../core/ik/mechanism/mechanism.ts';
import { createSavedState, restoreState, saveState } from '../../../../core/ik/mechanism/saved-state.ts';
import { loadStart } from '../../../../core/ik/mechanism/start-pose.ts';
import { compileTask } from '../../../../core/ik/mechanism/compile-task.ts';
import { createWorkspace, setPull, settle } from '../../../../core/ik/mechanism/workspace.ts';
import type { Goal } from '../../../../core/ik/request/goals.ts';
import { fromAxisAngle, type Quat } from '../../../../core/math/quat.ts';
import { seededRandom } from '../../../../core/math/random.ts';
import { add, normalize, type Vec3 } from '../../../../core/math/vec3.ts';
import { forwardKinematics, worldPosition, worldRotation } from '../../../../core/skeleton/forward-kinematics.ts';
import type { Limit } from '../../../../core/skeleton/limits.ts';
import { restPose, setRotation } from '../../../../core/skeleton/pose.ts';
import { sampleLimit } from '../../../../core/skeleton/sample-limit.ts';
import { createSkeleton } from '../../../../core/skeleton/skeleton.ts';

/** Radians or metres by which a freedom is moved to see what its column says. */
const STEP = 1e-5;
const JOINTS = 7;

const dice = seededRandom(71);
const vector = (size = 1): Vec3 => [size * (2 * dice() - 1), size * (2 * dice() - 1), size * (2 * dice() - 1)];
const turn = (): Quat => fromAxisAngle(normalize(vector()), 6 * dice());

/** A limit of any kind; `room` of it, so that a pose drawn from less than the whole has no joint on an end. */
function limitOf(kind: number, frame: Quat, axis: Vec3, room: number): Limit {
  if (kind === 0) return { kind: 'free' };
  if (kind === 1) return { kind: 'hinge', axis, min: -2 * room, max: 2.5 * room };
  if (kind === 2) return { kind: 'prismatic', axis, min: -0.4 * room, max: 0.5 * room };
  const swing = [1, 0.7, 0.5, 2.2].map((half) => half * room) as [number, number, number, number];
  return { kind: 'swingTwist', parentFrame: frame, childFrame: turn(), swing, twist: [-room, 1.2 * room] };
}

test('the columns of the finish are the derivatives of what is left by each freedom: central differences, all limits and goals (60 trees)', () => {
  let compared = 0;
  for (let tree = 0; tree < 60; tree++) {
    const shapes = Array.from({ length: JOINTS }, () => ({
      kind: Math.floor(4 * dice()),
      frame: turn(),
      axis: normalize(vector()),
    }));
    const limits = shapes.map(({ kind, frame, axis }) => limitOf(kind, frame, axis, 1));
    const skeleton = createSkeleton(
      limits.map((limit, j) => ({
        name: `joint${j}`,
        parent: j === 0 ? -1 : Math.max(0, j - 1 - Math.floor(2 * dice())),
        offset: vector(0.4),
        rest: turn(),
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
      { kind: 'position', joint: JOINTS - 1, offset: vector(0.2), target: vector(), weight: 2 },
      { kind: 'position', joint: JOINTS - 2, target: vector(), weight: 0.5 },
      // What is left of a turn is linear only while it is small.
      { kind: 'orientation', joint: JOINTS - 1, target: worldRotation(world, JOINTS - 1), leverArm: 0.4, weight: 3 },
      { kind: 'aim', joint: JOINTS - 2, axis: normalize(vector()), offset: vector(0.2), target: vector(2) },
      {
        kind: 'centreOfMass',
        masses: Array.from({ length: JOINTS }, () => dice()),
        centres: Array.from({ length: 3 * JOINTS }, () => 0.3 * dice()),
        support: [[dice(), dice()]],
        weight: 4,
      },
      // Further away it pulls no harder.
      { kind: 'pole', joint: JOINTS - 3, target: add(worldPosition(world, JOINTS - 3), vector(0.1)) },
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
    expect(size).toBe(3 * goals.length);
    const { freedoms } = finish;
    const saved = createSavedState(JOINTS);
    saveState(saved, ws);
    const errorsAt = (d: number, step: number): Float64Array => {
      freedoms.step.fill(0);
      freedoms.step[d] = step;
      // The root translation is one step of three.
      takeStep(freedoms, ws, 1);
      settle(ws);
      const errors = ws.effectors.errors.slice();
      restoreState(ws, saved);
      return errors;
    };
    for (let d = 0; d < freedoms.count; d++) {
      if (freedoms.blocked[d] !== 0) continue;
      const [after, before] = [errorsAt(d, STEP), errorsAt(d, -STEP)];
      goals.forEach((_, g) => {
        const joint = freedoms.joints[d]!;
        const { goalStart, goalList } = ws.task;
        const moves = joint < 0 ? ws.task.rooted[g] === 1 : goalList.subarray(goalStart[joint], goalStart[joint + 1]).includes(g);
        for (let i = 0; i < 3; i++) {
          const change = (finish.roots[g]! * (after[3 * g + i]! - before[3 * g + i]!)) / (2 * STEP);
          // Goals that a joint does not move have no numbers in its columns.
          const said = moves ? finish.columns[d * size + finish.rows[g]! + i]! : 0;
          expect(Math.abs(change + said), `tree ${tree}, freedom ${d}, goal ${g}`).toBeLessThan(1e-6);
          compared++;
        }
      });
    }
  }
  expect(compared).toBeGreaterThan(10_000);
});
