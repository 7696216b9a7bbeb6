import { atan2, writeSineCosine } from '../../math/elementary.ts';
import { rotatePacked, shortestArcPacked } from '../../math/packed-quats.ts';
import { dotPacked, rejectPacked, unitPacked } from '../../math/packed-vectors.ts';
import { smooth } from '../../math/soft-stretch.ts';
import { add, normalize, scale, type Vec3 } from '../../math/vec3.ts';
import { outward } from './body-geometry.ts';
import type { Side } from './found-bones.ts';
import { bodyOf } from './rig-body.ts';
import type { Rig } from './rig.ts';

/**
 * Radians by which elbows point outwards of downwards with the arm in the middle of its reach, and by how much more with the hand low. Fitted to the limits
 * of the shoulder: near the middle of the swivels that they leave, on the mannequin, for arms that span 0.5 to 0.92 of their length.
 */
const ELBOW_OUT = 0.54;
const ELBOW_LOW = 0.42;
/** Cosine between an arm's line and down from which its hand counts as low, and over how much of it that sets in. */
const LEVEL = 0.35;
const LOWERS = 0.45;
/** The middle of what an arm reaches: shares of outwards, ahead and up. A limb's field is singular straight opposite: through the head. */
const MIDDLE_OF_ARM = [0.69, 0.58, -0.42] as const;
/** Radians by which knees of hanging legs point outwards of ahead. */
const KNEE_OUT = /* @__PURE__ */ atan2(0.1, 1);

/**
 * Where an elbow or a knee points by nature: a direction in the middle of what the limb reaches, carried from there to the limb's line by the shortest arc.
 * Unit vectors of the body at rest, 3 numbers each.
 */
export interface NaturalBend {
  readonly middle: Float64Array;
  /** The direction is turned from the first of these to the second, by `turned` radians and up to `low` more where the limb hangs. */
  readonly from: Float64Array;
  readonly to: Float64Array;
  readonly turned: number;
  readonly low: number;
  readonly down: Float64Array;
}

/** The natural bend of an arm or a leg. */
export function naturalBend(rig: Rig, side: Side, part: 'Hand' | 'Foot'): NaturalBend {
  const { frame } = bodyOf(rig);
  const { up, forward } = frame;
  const out = outward(frame, side);
  const down = scale(up, -1);
  const [aside, ahead, above] = MIDDLE_OF_ARM;
  const reached = normalize(add(add(scale(out, aside), scale(forward, ahead)), scale(up, above)));
  const packed = (v: Vec3): Float64Array => Float64Array.from(v);
  return part === 'Hand'
    ? { middle: packed(reached), from: packed(down), to: packed(out), turned: ELBOW_OUT, low: ELBOW_LOW, down: packed(down) }
    : { middle: packed(down), from: packed(forward), to: packed(out), turned: KNEE_OUT, low: 0, down: packed(down) };
}

/** The arc from the middle of what a limb reaches to its line. */
const arc = /* @__PURE__ */ new Float64Array(4);

/** `into[at…]` ← where the bend points of a limb along the unit vector at `line[i…]`: a unit vector of the body at rest, square to that. Allocates nothing. */
export function writeNaturalBend(bend: NaturalBend, line: Float64Array, i: number, into: Float64Array, at: number): void {
  const { middle, from, to, turned, low, down } = bend;
  const angle = low === 0 ? turned : turned + low * smooth((dotPacked(line, i, down, 0) - LEVEL) / LOWERS);
  // d = from cos α + to sin α, without its part along the middle.
  arc[0] = angle;
  writeSineCosine(arc, 0);
  for (let c = 0; c < 3; c++) into[at + c] = arc[1]! * from[c]! + arc[0] * to[c]!;
  rejectPacked(into, at, middle, 0, into, at);
  unitPacked(into, at);
  shortestArcPacked(middle, 0, line, i, arc, 0);
  rotatePacked(arc, 0, into, at, into, at);
}
