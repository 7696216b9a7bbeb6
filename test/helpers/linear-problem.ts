import type { Refinement } from '../../core/ik/refinement/refinement-state.ts';
import { listFreedoms } from '../../core/ik/jacobian/freedoms.ts';
import { writeColumns } from '../../core/ik/jacobian/linearize.ts';
import type { Workspace } from '../../core/ik/mechanism/workspace.ts';
import type { Goal } from '../../core/ik/request/goals.ts';
import type { Random } from '../../core/math/random.ts';
import { add, normalize } from '../../core/math/vec3.ts';
import { forwardKinematics, worldPosition, worldRotation } from '../../core/skeleton/forward-kinematics.ts';
import { anyTree, anyVector, JOINTS, readyToRefine } from './any-tree.ts';

/** A problem as the refinement sees it: a random tree with limits of all kinds in a random pose inside them, goals of all kinds, and their columns. */
export interface LinearProblem {
  readonly goals: readonly Goal[];
  readonly ws: Workspace;
  readonly refinement: Refinement;
  /** Rows of the system. */
  readonly size: number;
}

/** The next problem of the dice. */
export function linearProblem(dice: Random): LinearProblem {
  const { skeleton, start } = anyTree(dice);
  const world = forwardKinematics(skeleton, start);
  const goals: Goal[] = [
    { kind: 'position', joint: JOINTS - 1, offset: anyVector(dice, 0.2), target: anyVector(dice), weight: 2 },
    { kind: 'position', joint: JOINTS - 2, target: anyVector(dice), weight: 0.5 },
    // What is left of a turn is linear only while it is small.
    { kind: 'orientation', joint: JOINTS - 1, target: worldRotation(world, JOINTS - 1), leverArm: 0.4, weight: 3 },
    {
      kind: 'aim',
      joint: JOINTS - 2,
      axis: normalize(anyVector(dice)),
      offset: anyVector(dice, 0.2),
      target: anyVector(dice, 2),
    },
    {
      kind: 'centreOfMass',
      masses: Array.from({ length: JOINTS }, () => dice()),
      centres: Array.from({ length: 3 * JOINTS }, () => 0.3 * dice()),
      support: [[dice(), dice()]],
      weight: 4,
    },
    // Further away it pulls no harder.
    { kind: 'pole', joint: JOINTS - 3, target: add(worldPosition(world, JOINTS - 3), anyVector(dice, 0.1)) },
  ];
  const { ws, refinement } = readyToRefine(skeleton, start, goals);
  listFreedoms(refinement.freedoms, ws, null);
  return { goals, ws, refinement, size: writeColumns(refinement, ws) };
}
