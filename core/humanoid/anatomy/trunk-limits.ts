import type { Limit } from '../../skeleton/limits.ts';
import type { BodyGeometry } from '../body/body-geometry.ts';
import { SPINE, type HumanoidBone } from '../body/bones.ts';
import { coneLimit, frameAlong } from './limit-frames.ts';
import { MOTION_RANGES, TRUNK_SHARES, type RangeGroup, type Reach } from './motion-ranges.ts';

interface Shares {
  readonly flexion: number;
  readonly side: number;
  readonly turn: number;
}

const NECK = ['neck', 'head'] as const;

/** Limits of the spine, neck, head and eyes. What a missing bone would do goes to its neighbours, so that totals stay. */
export function trunkLimits(body: BodyGeometry, reach: Reach): [HumanoidBone, Limit][] {
  const limits: [HumanoidBone, Limit][] = [];
  for (const [bone, shares] of trunkShares(body)) {
    limits.push([bone, uprightCone(body, bone, MOTION_RANGES.trunk, shares, reach, 'trunk')]);
  }
  const necks = NECK.filter(body.has);
  const share = 1 / necks.length;
  for (const bone of necks) {
    const shares = { flexion: share, side: share, turn: share };
    limits.push([bone, uprightCone(body, bone, MOTION_RANGES.neck, shares, reach, 'other')]);
  }
  for (const bone of ['leftEye', 'rightEye'] as const) {
    if (!body.has(bone)) continue;
    const frame = frameAlong(body.frame.forward, body.frame.up);
    const any = reach(MOTION_RANGES.eye.any);
    limits.push([bone, coneLimit(body.restOf(bone), frame, frame, [any, any, any, any], [0, 0])]);
  }
  return limits;
}

function trunkShares(body: BodyGeometry): Map<HumanoidBone, Shares> {
  const present = SPINE.filter(body.has);
  const shares = new Map<HumanoidBone, Shares>();
  SPINE.forEach((bone, i) => {
    const taker = body.has(bone) ? bone : (present.findLast((other) => SPINE.indexOf(other) < i) ?? present[0]);
    if (!taker) return;
    const known = shares.get(taker) ?? { flexion: 0, side: 0, turn: 0 };
    shares.set(taker, {
      flexion: known.flexion + TRUNK_SHARES.flexion[i]!,
      side: known.side + TRUNK_SHARES.side[i]!,
      turn: known.turn + TRUNK_SHARES.turn[i]!,
    });
  });
  return shares;
}

function uprightCone(
  body: BodyGeometry,
  bone: HumanoidBone,
  range: (typeof MOTION_RANGES)['trunk' | 'neck'],
  share: Shares,
  reach: Reach,
  group: RangeGroup,
): Limit {
  // z up, x forward, y = z × x to the left: a turn about +y bows forward.
  const frame = frameAlong(body.frame.up, body.frame.forward);
  const side = reach(range.side * share.side, group);
  const turn = reach(range.turn * share.turn, group);
  return coneLimit(
    body.restOf(bone),
    frame,
    frame,
    [side, side, reach(range.flexion * share.flexion, group), reach(range.extension * share.flexion, group)],
    [-turn, turn],
  );
}
