import type { RobotFile } from '../benchmarks/chain.ts';

const HALF = Math.PI / 2;
const TURN = Math.PI;

type Row = readonly [
  xyz: readonly [number, number, number],
  rpy: readonly [number, number, number],
  axis: readonly [number, number, number],
  lower: number,
  upper: number,
];

function robot(name: string, rows: readonly Row[], tool: readonly [number, number, number]): RobotFile {
  return {
    name,
    joints: [
      ...rows.map(([xyz, rpy, axis, lower, upper], i) => ({ name: `joint${i}`, type: 'revolute', xyz, rpy, axis, lower, upper })),
      { name: 'tool', type: 'fixed', xyz: tool, rpy: [0, 0, 0] as const },
    ],
  };
}

/**
 * Joint tables of arms that the benchmarks do not use (facts from their makers' published descriptions: origins in metres, fixed-axis
 * roll-pitch-yaw, axes, limits in radians), with the solve rate of TRAC-IK 1.4.6 in its own table, or null where the table has no such arm.
 */
export const ROBOT_TABLES: readonly { readonly robot: RobotFile; readonly published: number | null }[] = [
  {
    published: 0.9995,
    robot: robot(
      'PR2 arm',
      [
        [[0, -0.188, 0], [0, 0, 0], [0, 0, 1], -2.2854, 0.7146],
        [[0.1, 0, 0], [0, 0, 0], [0, 1, 0], -0.5236, 1.3963],
        [[0, 0, 0], [0, 0, 0], [1, 0, 0], -3.9, 0.8],
        [[0.4, 0, 0], [0, 0, 0], [0, 1, 0], -2.3213, 0],
        [[0, 0, 0], [0, 0, 0], [1, 0, 0], -TURN, TURN],
        [[0.321, 0, 0], [0, 0, 0], [0, 1, 0], -2.18, 0],
        [[0, 0, 0], [0, 0, 0], [1, 0, 0], -TURN, TURN],
      ],
      [0, 0, 0],
    ),
  },
  {
    published: 0.9962,
    robot: robot(
      'Baxter arm',
      [
        [[0.055695, 0, 0.011038], [0, 0, 0], [0, 0, 1], -1.7017, 1.7017],
        [[0.069, 0, 0.27035], [-HALF, 0, 0], [0, 0, 1], -2.147, 1.047],
        [[0.102, 0, 0], [HALF, 0, HALF], [0, 0, 1], -3.0542, 3.0542],
        [[0.069, 0, 0.26242], [-HALF, -HALF, 0], [0, 0, 1], -0.05, 2.618],
        [[0.10359, 0, 0], [HALF, 0, HALF], [0, 0, 1], -3.059, 3.059],
        [[0.01, 0, 0.2707], [-HALF, -HALF, 0], [0, 0, 1], -1.5708, 2.094],
        [[0.115975, 0, 0], [HALF, 0, HALF], [0, 0, 1], -3.059, 3.059],
      ],
      [0, 0, 0.11355],
    ),
  },
  {
    published: 0.9978,
    robot: robot(
      'Jaco2',
      [
        [[0, 0, 0.15675], [0, TURN, 0], [0, 0, 1], -2 * TURN, 2 * TURN],
        [[0, 0.0016, -0.11875], [-HALF, 0, TURN], [0, 0, 1], 0.82, 5.463],
        [[0, -0.41, 0], [0, TURN, 0], [0, 0, 1], 0.332, 5.952],
        [[0, 0.2073, -0.0114], [-HALF, 0, TURN], [0, 0, 1], -2 * TURN, 2 * TURN],
        [[0, -0.03703, -0.06414], [1.0472, 0, TURN], [0, 0, 1], -2 * TURN, 2 * TURN],
        [[0, -0.03703, -0.06414], [1.0472, 0, TURN], [0, 0, 1], -2 * TURN, 2 * TURN],
      ],
      [0, 0, -0.16],
    ),
  },
  {
    published: 0.9999,
    robot: robot(
      'KUKA LWR 4+',
      [
        [[0, 0, 0.11], [0, 0, 0], [0, 0, 1], -2.9671, 2.9671],
        [[0, 0, 0.2005], [0, 0, 0], [0, -1, 0], -2.0944, 2.0944],
        [[0, 0, 0.2], [0, 0, 0], [0, 0, 1], -2.9671, 2.9671],
        [[0, 0, 0.2], [0, 0, 0], [0, 1, 0], -2.0944, 2.0944],
        [[0, 0, 0.2], [0, 0, 0], [0, 0, 1], -2.9671, 2.9671],
        [[0, 0, 0.19], [0, 0, 0], [0, -1, 0], -2.0944, 2.0944],
        [[0, 0, 0.078], [0, 0, 0], [0, 0, 1], -2.9671, 2.9671],
      ],
      [0, 0, 0],
    ),
  },
  {
    published: null,
    robot: robot(
      'UR5',
      [
        [[0, 0, 0.089159], [0, 0, 0], [0, 0, 1], -TURN, TURN],
        [[0, 0.13585, 0], [0, HALF, 0], [0, 1, 0], -TURN, TURN],
        [[0, -0.1197, 0.425], [0, 0, 0], [0, 1, 0], -TURN, TURN],
        [[0, 0, 0.39225], [0, HALF, 0], [0, 1, 0], -TURN, TURN],
        [[0, 0.093, 0], [0, 0, 0], [0, 0, 1], -TURN, TURN],
        [[0, 0, 0.09465], [0, 0, 0], [0, 1, 0], -TURN, TURN],
      ],
      [0, 0.0823, 0],
    ),
  },
];
