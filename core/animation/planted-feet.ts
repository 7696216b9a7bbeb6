import { hypot } from '../math/elementary.ts';
import {
  conjugate,
  fromRotationVector,
  multiply,
  quatAt,
  rotate,
  shortestArc,
  toRotationVector,
  type Quat,
} from '../math/quat.ts';
import { add, scale, subtract, vec3At, ZERO, type Vec3 } from '../math/vec3.ts';
import type { Contact } from './contacts.ts';
import { fadeBetween } from './fade-between.ts';

/** Where the joint of a foot is, frame by frame. */
export interface FootPath {
  /** 3 × frames, world metres. */
  readonly positions: Float64Array;
  /** 4 × frames, world. */
  readonly rotations: Float64Array;
}

/** How a foot stands on the floor. */
export interface FootShape {
  /** World height of the foot's joint when it stands flat, metres. */
  readonly standing: number;
  /** From the foot's joint to the toes' joint in the foot's frame, metres; null without toes. */
  readonly toes: Vec3 | null;
  /** World height of the toes' joint when the foot stands flat. */
  readonly toesStanding: number;
  /** Metres above the floor up to which a planted foot is set onto it. */
  readonly snap: number;
}

/** Contacts of one foot that overlap: heel and toes of the same step. */
interface Step {
  readonly foot: readonly Contact[];
  readonly toes: readonly Contact[];
}

/** Seconds in which a foot passes from its planted place into free motion. */
const RELEASE = 0.2;
/** Radians by which a foot that stands on heel and toes, toes up, may be turned to lie flat. */
const FLATTEN = 0.35;

/**
 * The path of a foot with its contacts made still. While its joint is planted it stays at one place, while its toes are planted they
 * do, and while both are, the foot does not turn either; the difference to the `free` motion fades before and after.
 */
export function plantFoot(free: FootPath, contacts: readonly Contact[], shape: FootShape, fps: number): FootPath {
  const count = free.positions.length / 3;
  const release = Math.max(1, Math.round(RELEASE * fps));
  const steps = stepsOf(contacts);
  const turns = new Float64Array(3 * count);
  const turned = new Uint8Array(count);
  const stances = steps.map((step) => {
    const flat = flatFrames(step);
    const rotation = flat.length > 0 ? flatRotation(free, flat[flat.length >> 1]!, shape) : null;
    for (const frame of flat) {
      turns.set(toRotationVector(multiply(rotation!, conjugate(quatAt(free.rotations, frame)))), 3 * frame);
      turned[frame] = 1;
    }
    return { step, rotation };
  });
  fadeBetween(turns, turned, release);
  const rotations = new Float64Array(4 * count);
  for (let frame = 0; frame < count; frame++) {
    rotations.set(multiply(fromRotationVector(vec3At(turns, frame)), quatAt(free.rotations, frame)), 4 * frame);
  }
  const moves = new Float64Array(3 * count);
  const moved = new Uint8Array(count);
  for (const { step, rotation } of stances) holdStep(step, rotation, { ...free, rotations }, shape, moves, moved);
  fadeBetween(moves, moved, release);
  return { positions: free.positions.map((value, i) => value + moves[i]!), rotations };
}

/** Fills in by how much the foot has to be moved in the frames of one step. */
function holdStep(step: Step, flat: Quat | null, path: FootPath, shape: FootShape, moves: Float64Array, moved: Uint8Array): void {
  const toesAt = (frame: number, place: Vec3) => add(place, rotate(quatAt(path.rotations, frame), shape.toes ?? ZERO));
  const hold = (frame: number, place: Vec3) => {
    moves.set(subtract(place, vec3At(path.positions, frame)), 3 * frame);
    moved[frame] = 1;
  };
  const footFrames = framesOf(step.foot);
  const toesFrames = framesOf(step.toes);
  const footPlace =
    footFrames.length > 0
      ? placeOf(
          footFrames.map((frame) => vec3At(path.positions, frame)),
          shape.standing,
          shape.snap,
        )
      : null;
  const toesPlace =
    footPlace && flat
      ? add(footPlace, rotate(flat, shape.toes ?? ZERO))
      : placeOf(
          toesFrames.map((frame) => toesAt(frame, vec3At(path.positions, frame))),
          shape.toesStanding,
          shape.snap,
        );
  for (const frame of toesFrames) {
    hold(frame, subtract(toesPlace, rotate(quatAt(path.rotations, frame), shape.toes ?? ZERO)));
  }
  if (footPlace) for (const frame of footFrames) hold(frame, footPlace);
}

/** The middle of the points, on the floor when it is near it or below. */
function placeOf(points: readonly Vec3[], standing: number, snap: number): Vec3 {
  if (points.length === 0) return ZERO;
  const [x, y, z] = scale(points.reduce(add, ZERO), 1 / points.length);
  return [x, y < standing + snap ? standing : y, z];
}

/** The rotation at `frame`, tilted so that toes and foot stand at their heights when the tilt is small or the toes would be in the floor. */
function flatRotation(free: FootPath, frame: number, shape: FootShape): Quat {
  const rotation = quatAt(free.rotations, frame);
  if (!shape.toes) return rotation;
  const [x, y, z] = rotate(rotation, shape.toes);
  const length = hypot(x, y, z);
  const along = hypot(x, z);
  const height = shape.toesStanding - shape.standing;
  if (!(along > 0 && Math.abs(height) < length)) return rotation;
  const level = Math.sqrt(length * length - height * height) / along;
  const tilt = shortestArc([x, y, z], [x * level, height, z * level]);
  return y < height || hypot(...toRotationVector(tilt)) < FLATTEN ? multiply(tilt, rotation) : rotation;
}

/** Contacts of a foot and its toes, joined where they overlap, in order of time. */
function stepsOf(contacts: readonly Contact[]): Step[] {
  const steps: { foot: Contact[]; toes: Contact[]; last: number }[] = [];
  for (const contact of [...contacts].sort((a, b) => a.first - b.first)) {
    let step = steps.at(-1);
    if (!step || contact.first > step.last) {
      step = { foot: [], toes: [], last: contact.last };
      steps.push(step);
    }
    (contact.bone.endsWith('Toes') ? step.toes : step.foot).push(contact);
    step.last = Math.max(step.last, contact.last);
  }
  return steps;
}

/** Frames in which both the foot's joint and the toes are planted, rising. */
function flatFrames(step: Step): number[] {
  const toes = new Set(framesOf(step.toes));
  return framesOf(step.foot).filter((frame) => toes.has(frame));
}

function framesOf(contacts: readonly Contact[]): number[] {
  return contacts.flatMap(({ first, last }) => Array.from({ length: last - first + 1 }, (_, i) => first + i));
}
