import { subtract, type Vec3 } from '../../math/vec3.ts';
import type { BodyGeometry } from '../body/body-geometry.ts';
import type { HumanoidBone } from '../body/bones.ts';
import type { DrawnBody } from './drawn-body.ts';

export interface BodyMeasures {
  /** Metres, floor to top of the head at rest. */
  readonly height: number;
  /** Metres, floor to the hips at rest. */
  readonly hipHeight: number;
  /** World y, metres. */
  readonly floor: number;
}

/** Share of the body's extent within which its lowest joint may lie above the origin and still stand on it. */
const SOLE = 0.06;
/** Share of the height by which soles may miss the origin and still stand on it: the floor is where the file's author had it. */
const UNEVEN = 0.01;

/**
 * Measures a body by what is drawn on its head and legs. Where nothing is drawn, by its joints: the soles are the origin where the body
 * stands on it; the head ends twice a neck above its joint, or at the highest of `aboveHead`, the rest positions of what hangs from it.
 */
export function measureBody(
  body: BodyGeometry,
  positions: readonly Vec3[],
  aboveHead: readonly Vec3[],
  drawn: DrawnBody,
): BodyMeasures {
  const top = drawn.top ?? Math.max(topOfHead(body, positions), ...aboveHead.map((p) => p[1]));
  const soles = drawn.soles ?? solesByJoints(body, positions, top);
  // What a user called the head may lie below the hips.
  const height = Math.max(top, body.at('hips')[1]) - soles;
  const floor = Math.abs(soles) < UNEVEN * height ? 0 : soles;
  return { height, hipHeight: body.at('hips')[1] - floor, floor };
}

/** The same measures of a body that stands on another floor. */
export function onFloor({ height, hipHeight, floor: before }: BodyMeasures, floor: number): BodyMeasures {
  return { height: height + before - floor, hipHeight: hipHeight + before - floor, floor };
}

/** World y on which a body stands of which nothing is drawn, whose head ends at `top`: its origin, or the lowest of its feet or else of all joints. */
export function solesByJoints(body: BodyGeometry, positions: readonly Vec3[], top: number): number {
  const feet = (['leftToes', 'rightToes', 'leftFoot', 'rightFoot', 'leftLowerLeg', 'rightLowerLeg'] as const).filter(body.has);
  const heights = positions.map((p) => p[1]);
  const lowest = feet.length > 0 ? Math.min(...feet.map((bone) => body.at(bone)[1])) : Math.min(...heights);
  return lowest >= 0 && lowest < SOLE * (top - lowest) ? 0 : lowest;
}

function topOfHead(body: BodyGeometry, positions: readonly Vec3[]): number {
  const known = (bones: readonly HumanoidBone[]) => bones.find(body.has);
  const head = known(['head', 'neck', 'upperChest', 'chest', 'spine', 'hips'])!;
  if (head === 'hips') return Math.max(...positions.map((p) => p[1]));
  const below = known(['neck', 'upperChest', 'chest', 'spine', 'hips'])!;
  const neck = head === below ? 0 : Math.max(0, subtract(body.at(head), body.at(below))[1]);
  return body.at(head)[1] + 2 * neck;
}
