import { resolveLimits } from '../mechanism/coupling.ts';
import { NO_ROOM } from '../../math/tolerances.ts';
import type { TwistBySwing } from '../../skeleton/couplings.ts';
import { SHARES, type DrivenSide } from '../../skeleton/limit-table.ts';
import { hangsFrom } from '../../skeleton/hierarchy.ts';
import { LIMIT_STRIDE, SWING } from '../../skeleton/limit-table.ts';
import { writeHingeAngle, writeValueAt } from '../../skeleton/resolve-couplings.ts';
import type { Mechanism } from '../mechanism/mechanism.ts';
import { restoreJoint, type SavedState } from '../mechanism/saved-state.ts';
import type { Workspace } from '../mechanism/workspace.ts';
import { BLOCKED_UP } from './ends.ts';
import { CONE_STRIDE, type Freedoms } from './freedoms.ts';
import type { LinearSystem } from './linear-system.ts';
import { turnCone } from './take-step.ts';

/** Radians by which a driver is moved to see how an end follows it, and by which the end may differ from what the driver leaves. */
const PROBE = 1e-6;
const SAME = 1e-9;

/**
 * Freedoms that stand on an end which another one drives (`couplings.ts`): a swing on the side of a cone that follows a hinge below, and a twist on
 * the end that follows such a swing. Neither can go on alone: the one not outward, its driver not to where it leaves less. Together they slide along
 * the boundary that they share: with a step h of the driver the driven freedom goes `slope` h, besides what it takes of its own.
 */
export interface DrivenEnds {
  count: number;
  /**
   * The driver's group and freedom, the driven freedom, and what it goes for a unit of the driver. Twists come first: what drives a swing drives them
   * too. Of slopes there is one place more, for that of an end which is about to be added.
   */
  readonly groups: Int32Array;
  readonly drivers: Int32Array;
  readonly driven: Int32Array;
  readonly slopes: Float64Array;
}

/** Room for all that may be driven in a mechanism. */
export function createDrivenEnds({ limits, skeleton }: Mechanism): DrivenEnds {
  const most = limits.couplings === null ? 0 : limits.couplings.sides.length + 2 * skeleton.count;
  return {
    count: 0,
    groups: new Int32Array(most),
    drivers: new Int32Array(most),
    driven: new Int32Array(most),
    slopes: new Float64Array(most + 1),
  };
}

/** Lists them in the present configuration, whose freedoms are listed already. */
export function listDrivenEnds(ends: DrivenEnds, freedoms: Freedoms, ws: Workspace): void {
  ends.count = 0;
  const { couplings } = ws.mechanism.limits;
  if (couplings === null) return;
  for (let i = 0; i < couplings.sides.length; i++) {
    const side = couplings.sides[i]!;
    const { joint, hinge } = side.coupling;
    const group = groupOf(freedoms, hinge);
    const cone = groupOf(freedoms, joint);
    if (group === freedoms.groups || cone === freedoms.groups || !hangsFrom(ws.mechanism.skeleton.parents, hinge, joint))
      continue;
    const swing = freedoms.starts[cone]!;
    ends.slopes[ends.count] = 0;
    if ((freedoms.blocked[swing]! & BLOCKED_UP) !== 0) writeRise(ends, side, freedoms, ws);
    const rise = ends.slopes[ends.count]!;
    const twist = couplings.twists[joint];
    if (rise !== 0 && twist) addTwist(ends, freedoms, ws, twist, cone);
    ends.slopes[ends.count] = rise;
    add(ends, group, freedoms.starts[group]!, swing);
  }
}

/** Adds an end whose slope stands in its place already; none where that is 0. */
function add(ends: DrivenEnds, group: number, driver: number, driven: number): void {
  if (ends.slopes[ends.count] === 0) return;
  ends.groups[ends.count] = group;
  ends.drivers[ends.count] = driver;
  ends.driven[ends.count++] = driven;
}

/** The group of a joint's freedoms; the number of groups where it has none. */
function groupOf({ groups, starts, joints }: Freedoms, joint: number): number {
  let group = 0;
  while (group < groups && joints[starts[group]!] !== joint) group++;
  return group;
}

/** A twist on an end that follows the length of the swing vector, which both freedoms of the swing change. */
function addTwist(
  ends: DrivenEnds,
  { cones, blocked, starts }: Freedoms,
  ws: Workspace,
  { joint, points }: TwistBySwing,
  group: number,
): void {
  const swing = starts[group]!;
  const twist = swing + 2;
  const at = CONE_STRIDE * joint;
  const a = cones[at]!;
  const b = cones[at + 1]!;
  const angle = Math.sqrt(a * a + b * b);
  const { limits, angle: asked } = ws.mechanism.limits.couplings!;
  const limit = limits[joint]!;
  for (let tie = 0; tie < ends.count; tie++) if (ends.driven[tie] === twist) return;
  if (blocked[twist] === 0 || angle < PROBE || limit.kind !== 'swingTwist') return;
  const isUp = (blocked[twist]! & BLOCKED_UP) !== 0;
  const column = isUp ? 2 : 1;
  asked[0] = angle;
  writeValueAt(points, column, asked, 0, 1);
  const own = asked[1]!;
  if (isUp ? own > limit.twist[1] : own < limit.twist[0]) return;
  writeGrowth(points, column, asked);
  const rise = asked[1]! / (2 * PROBE);
  const ex = cones[at + 4]!;
  const ey = cones[at + 5]!;
  ends.slopes[ends.count] = (rise * (a * ex + b * ey)) / angle;
  add(ends, group, swing, twist);
  ends.slopes[ends.count] = (rise * (b * ex - a * ey)) / angle;
  add(ends, group, swing + 1, twist);
}

/** Writes to `v[1]` by how much value number `column` of the points grows from a probe before `v[0]` to a probe behind it. */
function writeGrowth(points: readonly (readonly number[])[], column: number, v: Float64Array): void {
  const x = v[0]!;
  v[0] = x - PROBE;
  writeValueAt(points, column, v, 0, 1);
  const before = v[1]!;
  v[0] = x + PROBE;
  writeValueAt(points, column, v, 0, 1);
  v[0] = x;
  v[1] = v[1]! - before;
}

/**
 * Writes how far a swing goes outward for a radian of the hinge to the slope of the end that is about to be added, where the hinge's side holds it. On the ellipse (a/A)² + (b/B)² = 1 with the unit
 * normal n, a half-angle A that grows by dA moves the boundary by (a²/A³) / |(a/A², b/B²)| dA along n.
 */
function writeRise(ends: DrivenEnds, { coupling }: DrivenSide, { cones }: Freedoms, { mechanism, now }: Workspace): void {
  const { limits } = mechanism;
  const { joint, hinge, side, points } = coupling;
  const at = CONE_STRIDE * joint;
  const a = cones[at]!;
  const b = cones[at + 1]!;
  const own = side < 2 ? a : b;
  if ((side % 2 === 0 ? own : -own) <= 0) return;
  const row = LIMIT_STRIDE * joint + SWING;
  const halfA = limits.numbers[row + (a >= 0 ? 0 : 1)]!;
  const halfB = limits.numbers[row + (b >= 0 ? 2 : 3)]!;
  if (halfA < NO_ROOM || halfB < NO_ROOM) return;
  const half = side < 2 ? halfA : halfB;
  const couplings = limits.couplings!;
  const share = couplings.shares[SHARES * joint + 2]!;
  const { angle } = couplings;
  writeHingeAngle(limits, hinge, now.rotations, 4 * hinge, angle);
  writeValueAt(points, 1, angle, 0, 1);
  if (Math.abs(share * angle[1]! - half) > SAME) return;
  writeGrowth(points, 1, angle);
  const rise = (share * angle[1]!) / (2 * PROBE);
  ends.slopes[ends.count] =
    (rise * own * own) / (half * half * half * Math.sqrt((a / (halfA * halfA)) ** 2 + (b / (halfB * halfB)) ** 2));
}

/** Adds to each driver's column what the freedom that it takes along adds, for the goals below the driver. */
export function tieColumns({ count, groups, drivers, driven, slopes }: DrivenEnds, system: LinearSystem, size: number): void {
  const { columns, moved, movedStarts } = system;
  for (let tie = 0; tie < count; tie++) {
    const group = groups[tie]!;
    for (let i = movedStarts[group]!; i < movedStarts[group + 1]!; i++) {
      const to = drivers[tie]! * size + moved[i]!;
      const from = driven[tie]! * size + moved[i]!;
      for (let k = 0; k < 3; k++) columns[to + k]! += slopes[tie]! * columns[from + k]!;
    }
  }
}

/** Adds to each driven freedom's step what its drivers take it along. */
export function addDriven({ count, drivers, driven, slopes }: DrivenEnds, { step }: Freedoms): void {
  for (let tie = count - 1; tie >= 0; tie--) step[driven[tie]!]! += slopes[tie]! * step[drivers[tie]!]!;
}

/** Makes the part of the driven cones in the step from `saved` once more: what hinges have left them since, they were stopped at before. */
export function turnDriven({ count, drivers, driven }: DrivenEnds, freedoms: Freedoms, ws: Workspace, saved: SavedState): void {
  const { joints } = freedoms;
  for (let tie = 0; tie < count; tie++) {
    const joint = joints[driven[tie]!]!;
    if (joint === joints[drivers[tie]!]) continue;
    restoreJoint(ws, saved, joint);
    ws.moved[joint] = 1;
    turnCone(freedoms, ws, driven[tie]!);
  }
  if (count > 0) resolveLimits(ws);
}
