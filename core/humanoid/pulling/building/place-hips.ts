import { rotate } from '../../../math/quat.ts';
import { softStretch } from '../../../math/soft-stretch.ts';
import { NO_DIRECTION } from '../../../math/tolerances.ts';
import { add, distance, dot, length, normalize, scale, subtract, type Vec3 } from '../../../math/vec3.ts';
import { forwardKinematics, worldRotation } from '../../../skeleton/forward-kinematics.ts';
import { hipsAxes } from '../../body/hips-axes.ts';
import type { PinnedLimb, Sole } from '../../limbs/pinned-limbs.ts';
import { ankleAt, ankleOnTiptoe, raiseHeel, shinLean, stanceOf } from '../../limbs/plant-limbs.ts';
import type { PullMove } from '../request/pull-move.ts';
import { firstWhere, overHump } from '../../../math/search-interval.ts';

/** Rounds in which the hips are drawn back to where all legs reach. */
const DRAWS = 12;
/** Share of the span of a folded leg by which its root stays above its ankle, our choice: a squat. And the share of it that is rounding. */
const LOWEST = 0.7;
const ROUNDING = 1e-6;
/** Share of the thigh that the hips go back at most, to keep feet flat. */
const SIT_BACK = 0.8;
/** Radians before an ankle's limit from which hips go back. Our choice: without it they begin to all at once. */
const SOFT_ANKLE = 0.12;
/** Share of the leg by which hips go aside of both feet at most, while the body may tilt instead. Our choice. */
const ASIDE = 0.15;

/** How much of the way of a pulled chest or head the hips go along at first, to the side, and up and down. Our choice, by how the poses look. */
const HIPS_SHARE = { chest: [0.6, 1], head: [0.4, 0.9] } as const;

/**
 * How hips go along with a pulled chest or head at the usual stiffness of their place: to the side a share of its way, up with it, down the less the more it goes
 * to a side, and ahead or back only as far as the trunk leaves them to: a body bows before its knees bend. The more freely the hips follow, the more of the way
 * they go along.
 */
export function hipsAlong({ rig, snapshot, handle, settings: { rootStiffness } }: PullMove): (way: Vec3) => Vec3 {
  const { hips } = rig.humanoid;
  if (handle === 'hips' || hips === undefined) return (way) => way;
  const [aside, upright] = HIPS_SHARE[handle === 'head' ? 'head' : 'chest'];
  const follow = (share: number): number =>
    rootStiffness < 0.5 ? share + (1 - share) * (1 - 2 * rootStiffness) : share * 2 * (1 - rootStiffness);
  const [x, , z] = rotate(worldRotation(forwardKinematics(rig.skeleton, snapshot), hips), hipsAxes(rig).ahead);
  return (way) => {
    const ahead: Vec3 = scale([x, 0, z], x * way[0] + z * way[2]);
    const steep = way[1] < 0 ? -way[1] / length(way) : 1;
    const [level, up] = [follow(aside), follow(upright * steep)];
    const forwards = follow(0);
    return [level * (way[0] - ahead[0]) + forwards * ahead[0], up * way[1], level * (way[2] - ahead[2]) + forwards * ahead[2]];
  };
}

/** `by` shortened until every leg reaches its foot, on tiptoe where it may. */
export function withinReach(legs: readonly PinnedLimb[], by: Vec3, onTiptoe: boolean): Vec3 {
  let moved = by;
  for (let draw = 0; draw < DRAWS; draw++) {
    const before = moved;
    for (const leg of legs) {
      const root = add(leg.plane.root, moved);
      const line = subtract(root, onTiptoe ? ankleOnTiptoe(leg, root) : leg.plane.end);
      const span = length(line);
      if (span > leg.longest) moved = add(moved, scale(line, (leg.longest - span) / span));
    }
    if (moved === before) break;
  }
  return moved;
}

/** `by` lengthened until no leg is folded further than its bend allows: up over its foot, and then away from its ankle, whose heel may have come up. */
export function unfolded(legs: readonly PinnedLimb[], by: Vec3): Vec3 {
  let moved = by;
  for (let draw = 0; draw < DRAWS; draw++) {
    const before = moved;
    for (const leg of legs) if (leg.sole) moved = add(moved, unfolding(leg, leg.sole, add(leg.plane.root, moved)));
    if (moved === before || distance(moved, before) < ROUNDING * legs[0]!.shortest) break;
  }
  return moved;
}

/** How far a leg's root at `root` has to go for that. */
function unfolding(leg: PinnedLimb, sole: Sole, root: Vec3): Vec3 {
  const { plane, shortest } = leg;
  const away = subtract(root, plane.end);
  const lowest = Math.min(LOWEST * shortest, dot(subtract(plane.root, plane.end), sole.up));
  const raised = scale(sole.up, Math.max(0, lowest - dot(away, sole.up)));
  const from = add(root, raised);
  if (length(add(away, raised)) > shortest + length(subtract(sole.ball, plane.end))) return raised;
  const line = subtract(from, ankleAt(leg, sole, stanceOf(leg, from).heel));
  const span = length(line);
  return span < shortest ? add(raised, scale(line, (shortest - span) / Math.max(span, NO_DIRECTION))) : raised;
}

/**
 * The hips further back where the ankles of flat feet cannot bend as far as the legs would have them: softly, from a little before an ankle's limit, unless the
 * snapshot has it nearer to that. Where a shin leans even further at first, going back helps the less the smaller the excess is beside that: hips do not leap
 * back for an ankle that is just on its limit.
 */
export function sitBack(legs: readonly PinnedLimb[], by: Vec3): Vec3 {
  let moved = by;
  for (const leg of legs) {
    const { sole, plane } = leg;
    if (!sole) continue;
    const level = normalize([sole.ahead[0], 0, sole.ahead[2]]);
    const from = moved;
    const back = (metres: number): Vec3 => subtract(from, scale(level, metres));
    const flat = raiseHeel(leg, sole, 0);
    const leanAt = (metres: number): number => shinLean(leg, sole, add(plane.root, back(metres)), flat);
    const { dorsiflexion, lean } = sole.ankle;
    const asked = leanAt(0);
    const firm = Math.max(dorsiflexion - SOFT_ANKLE, lean);
    const allowed = firm < dorsiflexion ? softStretch(asked, firm, dorsiflexion - firm) : dorsiflexion;
    const excessAt = (metres: number): number => leanAt(metres) - allowed;
    if (asked <= allowed) continue;
    const enough = firstWhere(0, SIT_BACK * plane.upperLength, (metres) => excessAt(metres) <= 0);
    moved = back(overHump(0, enough, excessAt));
  }
  return moved;
}

/** `by` with the hips from side to side between their feet, or where the snapshot has them; beyond that softly, by a share of the leg at most. */
export function betweenFeet(legs: readonly PinnedLimb[], by: Vec3): Vec3 {
  const sole = legs.find((leg) => leg.sole)?.sole;
  if (!sole) return by;
  const [x, , z] = sole.lateral;
  const side = normalize([x, 0, z]);
  const placesOf = (part: 'root' | 'end'): number[] => legs.map(({ plane }) => dot(side, plane[part]));
  const roots = placesOf('root');
  const start = (Math.min(...roots) + Math.max(...roots)) / 2;
  const [low, high] = [Math.min(start, ...placesOf('end')), Math.max(start, ...placesOf('end'))];
  const { upperLength, lowerLength } = legs[0]!.plane;
  const beyond = (away: number): number => away - softStretch(away, 0, ASIDE * (upperLength + lowerLength));
  const place = start + dot(side, by);
  const excess = place > high ? beyond(place - high) : place < low ? -beyond(low - place) : 0;
  return subtract(by, scale(side, excess));
}
