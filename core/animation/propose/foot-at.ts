import { fromRotationVector, multiply, type Quat } from '../../math/quat.ts';
import { add, scale, UNIT_Y, type Vec3 } from '../../math/vec3.ts';
import { FELT_BY_FOOT } from './felt-speeds.ts';
import type { FootMove, FootPlan } from './foot-moves.ts';
import { wayBetween } from './way-between.ts';

/** Where a foot is on its way. */
export interface FootPlace {
  /** Of the ankle, world metres. */
  readonly place: Vec3;
  /** World; null: as the body turns it, because it stands at neither end. */
  readonly rotation: Quat | null;
  /** Share of its whole way, 0 to 1. */
  readonly share: number;
  readonly isPlanted: boolean;
}

/** Where a foot is at a frame of the gap, which may lie between two frames. */
export function footAt(plan: FootPlan, time: number, fps: number): FootPlace {
  const { moves, rotation, turn } = plan;
  const now = moves.find((move) => time > move.from && time < move.to);
  const turned = (by: Vec3) => multiply(rotation, fromRotationVector(by));
  if (now) return onWay(plan, now, time - now.from, fps);
  const done = moves.findLast((move) => time >= move.to);
  const [place, share] = done ? [done.end, done.shares[1]] : [plan.start, 0];
  return { place, rotation: turned(scale(turn, share)), share, isPlanted: true };
}

function onWay({ rotation, turn, stands }: FootPlan, move: FootMove, time: number, fps: number): FootPlace {
  const { start, end, leaving, arriving, lift, shares } = move;
  const frames = move.to - move.from;
  const along = (from: Vec3, to: Vec3, side: 'move' | 'turn') =>
    [0, 1, 2].map(
      (c) =>
        from[c]! +
        wayBetween(
          { whole: to[c]! - from[c]!, leaving: leaving[side][c]!, arriving: arriving[side][c]! },
          frames,
          FELT_BY_FOOT * fps,
          time,
        ),
    ) as unknown as Vec3;
  const u = time / frames;
  // 16 u² (1 − u)²: rises to 1 and falls, and begins and ends without a jerk.
  const raised = scale(UNIT_Y, 16 * u * u * (1 - u) * (1 - u) * lift);
  return {
    place: add(along(start, end, 'move'), raised),
    rotation:
      stands[0] || stands[1]
        ? multiply(rotation, fromRotationVector(along(scale(turn, shares[0]), scale(turn, shares[1]), 'turn')))
        : null,
    share: shares[0] + (shares[1] - shares[0]) * u,
    isPlanted: move.isStanding,
  };
}
