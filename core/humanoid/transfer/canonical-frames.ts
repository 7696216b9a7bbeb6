import { conjugate, fromAxes, multiply, type Quat } from '../../math/quat.ts';
import { cross, normalize, scale, subtract, type Vec3 } from '../../math/vec3.ts';
import { facingFrame, type BodyFrame } from '../body/body-frame.ts';
import { armBend, legBend, outward, type BodyGeometry } from '../body/body-geometry.ts';
import { HUMANOID_BONES, type HumanoidBone } from '../body/bones.ts';
import { parentBones } from '../detection/disorder.ts';
import { FINGERS } from '../detection/finger-names.ts';
import { sided, SIDES, type Side } from '../body/found-bones.ts';
import { handFrame } from '../anatomy/hand-limits.ts';
import { footForward, soleUp } from '../anatomy/leg-limits.ts';
import { frameAlong } from '../anatomy/limit-frames.ts';

/**
 * The world rotation that each bone's joint would have if the body stood in the canonical T-pose: arms out sideways with the elbows'
 * creases forward and palms down, legs straight down with kneecaps forward, feet and fingers straight ahead, all of it looking along
 * the world axis `facing`. Whatever rest a character was modelled in, a rotation away from this pose means the same on every body. An animal with hocks stands
 * upright with bent legs: there the way from hip to foot is straight down.
 */
export function canonicalRotations(body: BodyGeometry, facing: Vec3): ReadonlyMap<HumanoidBone, Quat> {
  const turns = new Map<HumanoidBone, Quat>();
  const canonical = facingFrame(facing);
  const upright = multiply(axesOf(canonical), conjugate(axesOf(body.frame)));
  for (const side of SIDES) {
    addArm(body, canonical, side, turns);
    addLeg(body, canonical, side, turns);
  }
  const rotations = new Map<HumanoidBone, Quat>();
  for (const bone of HUMANOID_BONES) {
    if (!body.has(bone)) continue;
    // Bones without a canonical direction of their own (trunk, clavicles, thumbs, toes) follow their parent bone.
    const parent = parentBones(bone).find((candidate) => turns.has(candidate));
    const turn = turns.get(bone) ?? (parent && turns.get(parent)) ?? upright;
    turns.set(bone, turn);
    rotations.set(bone, multiply(turn, body.restOf(bone)));
  }
  return rotations;
}

/** A body's axes as a rotation: x to its left, y up, z forward. */
export function axesOf(frame: BodyFrame): Quat {
  return fromAxes(frame.left, frame.up, frame.forward);
}

/** The turn that brings one frame, given by z and x, onto another. */
function between(z: Vec3, x: Vec3, canonicalZ: Vec3, canonicalX: Vec3): Quat {
  return multiply(frameAlong(canonicalZ, canonicalX), conjugate(frameAlong(z, x)));
}

function addArm(body: BodyGeometry, canonical: BodyFrame, side: Side, turns: Map<HumanoidBone, Quat>): void {
  const [upper, lower, hand] = [sided(side, 'UpperArm'), sided(side, 'LowerArm'), sided(side, 'Hand')];
  if (!body.has(upper) || !body.has(lower)) return;
  const out = outward(canonical, side);
  const { forward } = canonical;
  const { axis } = armBend(body, side);
  for (const bone of [upper, lower]) {
    const direction = body.direction(bone);
    turns.set(bone, between(direction, cross(axis, direction), out, forward));
  }
  if (!body.has(hand)) return;
  const palm = handFrame(body, side);
  turns.set(hand, between(palm.along, palm.thumb, out, forward));
  for (const finger of FINGERS) {
    if (finger === 'Thumb') continue;
    for (const part of ['Proximal', 'Intermediate', 'Distal'] as const) {
      const bone = `${side}${finger}${part}` as HumanoidBone;
      if (!body.has(bone)) break;
      // The thumb's side stays; a curled finger is straightened about it.
      turns.set(bone, between(body.direction(bone), palm.thumb, out, forward));
    }
  }
}

function addLeg(body: BodyGeometry, canonical: BodyFrame, side: Side, turns: Map<HumanoidBone, Quat>): void {
  const [upper, lower, foot] = [sided(side, 'UpperLeg'), sided(side, 'LowerLeg'), sided(side, 'Foot')];
  if (!body.has(upper) || !body.has(lower)) return;
  const { up, forward } = canonical;
  const { axis } = legBend(body, side);
  for (const bone of [upper, lower]) {
    const direction = body.hocks[side] ? normalize(subtract(body.at(foot), body.at(upper))) : body.direction(bone);
    turns.set(bone, between(direction, cross(direction, axis), scale(up, -1), forward));
  }
  if (body.has(foot)) turns.set(foot, between(footForward(body, side), soleUp(body, side), forward, up));
}
