import { hypot } from '../../math/elementary.ts';
import { clamp } from '../../math/angles.ts';
import {
  conjugate,
  fromRotationVector,
  IDENTITY,
  multiply,
  quatAt,
  rotate,
  shortestArc,
  toRotationVector,
  type Quat,
} from '../../math/quat.ts';
import { add, distance, length, meanOf, normalize, scale, subtract, UNIT_Y, type Vec3, vec3At, ZERO } from '../../math/vec3.ts';
import type { WorldTransforms } from '../../skeleton/forward-kinematics.ts';
import { releaseFrames } from '../fade-between.ts';
import { pitchTo } from '../pitch-to.ts';
import { fadeLegs } from './fade-legs.ts';
import { limbPlaces, type Limb } from '../../humanoid/body/limbs.ts';
import { fadeMoves, fadeTurns, freePath, turnFoot, type FootPath } from '../foot-path.ts';
import { heldFrames, type Stand, type StandingFoot } from './foot-stands.ts';
import { placeOfLeastTurn } from './least-turn.ts';
import { swingAlong } from './leg-swing.ts';
import { MOST_PITCH, raiseHeels } from './raise-heels.ts';

/** Legs beyond its reach that weigh as much as a radian of the leg where no toes stand for a heel to rise over: the body comes down for a few hundredths. Our choice. */
const NO_TOES = 0.05;
/** Radians by which a standing foot may be turned to lie flat. */
const FLATTEN = 0.35;

/**
 * The path of a foot that stands still where the source's does. A free foot moves as its leg does. Standing toes stay at one place, a
 * standing ankle has its height, and a foot that stands on both is flat and does not turn. Toes reach the floor, and stay out of it, by the pitch of the ankle
 * rather than by the leg, and a heel rises over them where the leg is too short. All other differences to the free motion fade before and after.
 */
export function planFoot(foot: StandingFoot, worlds: readonly WorldTransforms[], fps: number): FootPath {
  const release = releaseFrames(fps);
  const path = flatPath(foot, worlds);
  raiseAnkles(foot, path, worlds, release);
  turnFlat(foot, path, release);
  pitchToes(foot, path, release);
  keepOverFloor(foot, path, worlds);
  holdPlaces(foot, path, worlds, release);
  fadeLegs(foot, path, worlds, release);
  keepOverFloor(foot, path, worlds);
  raiseHeels(foot, path, worlds, release);
  return path;
}

/** The foot as its leg moves it, turned by one rotation in its own frame so that where it stands in the source it is flat here. */
function flatPath({ limb, shape, toes, ankleStands, toeStands }: StandingFoot, worlds: readonly WorldTransforms[]): FootPath {
  const path = freePath(limb, toes, worlds);
  const rotationIn = (frame: number) => quatAt(path.rotations, frame);
  const [ankle, held] = [heldFrames(ankleStands.filter(isFlat), worlds.length), heldFrames(toeStands, worlds.length)];
  const flat = [...worlds.keys()].filter((frame) => ankle[frame] === 1 && held[frame] === 1);
  const ups = flat.map((frame) => rotate(conjugate(rotationIn(frame)), UNIT_Y));
  const neutral = shortestArc(shape.up, normalize(ups.reduce(add, ZERO), shape.up));
  for (const frame of worlds.keys())
    turnFoot(path, frame, toRotationVector(multiply(multiply(rotationIn(frame), neutral), conjugate(rotationIn(frame)))));
  return path;
}

function isFlat({ attitude }: Stand): boolean {
  return attitude === 'flat';
}

function isOnSole({ attitude }: Stand): boolean {
  return attitude !== 'tipped';
}

/** Standing ankles come to their height, each by the least turn of its leg, free ones out of the floor. */
function raiseAnkles(
  { limb, shape, ankleStands }: StandingFoot,
  path: FootPath,
  worlds: readonly WorldTransforms[],
  release: number,
): void {
  const count = path.positions.length / 3;
  const moves = new Float64Array(3 * count);
  const held = heldFrames(ankleStands, count);
  const heightOf = (frame: number) => path.positions[3 * frame + 1]!;
  for (const { first, last, level } of ankleStands) {
    for (let frame = first; frame <= last; frame++) {
      const up = shape.standing + level - heightOf(frame);
      const ankle = vec3At(path.positions, frame);
      moves.set(subtract(raisedBy(limb, worlds[frame]!, ankle, up), ankle), 3 * frame);
    }
  }
  fadeMoves(path, moves, held, release);
}

/** Ankles come out of the floor by the least turn of their legs, and toes by the ankle's pitch. */
function keepOverFloor(
  { limb, shape: { standing, toes, toesStanding } }: StandingFoot,
  path: FootPath,
  worlds: readonly WorldTransforms[],
): void {
  const { positions, rotations } = path;
  worlds.forEach((world, frame) => {
    const up = standing - positions[3 * frame + 1]!;
    if (up > 0) positions.set(raisedBy(limb, world, vec3At(positions, frame), up), 3 * frame);
    if (!toes) return;
    const arm = rotate(quatAt(rotations, frame), toes);
    const height = positions[3 * frame + 1]!;
    if (height + arm[1] >= toesStanding) return;
    turnFoot(path, frame, pitchTo(arm, toesStanding - height, MOST_PITCH));
  });
}

/** Where an ankle comes to be that is raised by `up` metres with the least turn of its leg. */
function raisedBy(limb: Limb, world: WorldTransforms, ankle: Vec3, up: number): Vec3 {
  const [hip, knee, foot] = limbPlaces(world, limb);
  const [x, , z] = swingAlong({ top: hip, ankle, upper: distance(hip, knee), lower: distance(knee, foot) }, up);
  return add(ankle, [x, up, z]);
}

/**
 * A foot that stands on ankle and toes lies flat, from {@link FLATTEN} on ever less of it, up to twice that; and it looks one way: turning on the spot would rub one of them
 * over the floor. One on its ball stays pitched.
 */
function turnFlat({ shape, ankleStands, toeStands }: StandingFoot, path: FootPath, release: number): void {
  const { rotations } = path;
  const count = rotations.length / 4;
  const turns = new Float64Array(3 * count);
  const turned = new Uint8Array(count);
  const flatTurn = (frame: number): Quat => {
    const turn = toRotationVector(shortestArc(rotate(quatAt(rotations, frame), shape.up), UNIT_Y));
    return fromRotationVector(scale(turn, clamp(2 - hypot(...turn) / FLATTEN, 0, 1)));
  };
  for (const ankle of ankleStands) {
    for (const toes of toeStands) {
      const [first, last] = [Math.max(ankle.first, toes.first), Math.min(ankle.last, toes.last)];
      if (first > last) continue;
      const flat = (frame: number) => (isOnSole(ankle) ? flatTurn(frame) : IDENTITY);
      const ahead = (frame: number): Vec3 => {
        const [x, , z] = rotate(multiply(flat(frame), quatAt(rotations, frame)), shape.ahead);
        return [x, 0, z];
      };
      const heading = meanOf(Array.from({ length: last - first + 1 }, (_, i) => ahead(first + i)));
      for (let frame = first; frame <= last; frame++) {
        turns.set(toRotationVector(multiply(shortestArc(ahead(frame), heading), flat(frame))), 3 * frame);
        turned[frame] = 1;
      }
    }
  }
  fadeTurns(path, turns, turned, release);
}

/** Standing toes come to their height, free ones out of the floor, as far as the ankle's pitch allows. */
function pitchToes({ shape, toeStands }: StandingFoot, path: FootPath, release: number): void {
  const { positions, rotations } = path;
  const { toes, toesStanding, snap } = shape;
  if (!toes) return;
  const count = rotations.length / 4;
  const heightOf = (frame: number) => positions[3 * frame + 1]! + rotate(quatAt(rotations, frame), toes)[1];
  const turns = new Float64Array(3 * count);
  const turned = new Uint8Array(count);
  for (const { first, last, level } of toeStands) {
    for (let frame = first; frame <= last; frame++) {
      const height = toesStanding + level;
      if (heightOf(frame) - height > 2 * snap) continue;
      turns.set(pitchTo(rotate(quatAt(rotations, frame), toes), height - positions[3 * frame + 1]!, MOST_PITCH), 3 * frame);
      turned[frame] = 1;
    }
  }
  fadeTurns(path, turns, turned, release);
}

/** Standing toes, or a standing ankle where no toes stand, stay at one place on the floor, that of the least turn of the leg; what the toes do moves the ankle along. */
function holdPlaces(
  { limb, shape, ankleStands, toeStands }: StandingFoot,
  path: FootPath,
  worlds: readonly WorldTransforms[],
  release: number,
): void {
  const { positions, rotations } = path;
  const count = rotations.length / 4;
  const moves = new Float64Array(3 * count);
  const held = heldFrames(toeStands, count);
  const offset = shape.toes ?? ZERO;
  const leading = (frame: number) => add(vec3At(positions, frame), rotate(quatAt(rotations, frame), offset));
  const placeOf = ({ first, last }: Stand, give: number, pointAt: (frame: number) => Vec3) =>
    placeOfLeastTurn(
      worlds.slice(first, last + 1).map((world, i) => {
        const [top, knee, ankle] = limbPlaces(world, limb);
        return { top, knee, ankle, place: vec3At(positions, first + i), point: pointAt(first + i), give };
      }),
    );
  for (const stand of toeStands) {
    const place = placeOf(stand, shape.toes ? length(offset) : NO_TOES * limb.length, leading);
    for (let frame = stand.first; frame <= stand.last; frame++) {
      const [x, , z] = subtract(place, leading(frame));
      moves.set([x, 0, z], 3 * frame);
    }
  }
  for (const stand of ankleStands) {
    const near = nearestHeld(stand, toeStands);
    const place = near ? ZERO : placeOf(stand, NO_TOES * limb.length, (frame) => vec3At(positions, frame));
    for (let frame = stand.first; frame <= stand.last; frame++) {
      if (held[frame] === 1) continue;
      held[frame] = 1;
      const [x, , z] = near ? vec3At(moves, near(frame)) : subtract(place, vec3At(positions, frame));
      moves.set([x, 0, z], 3 * frame);
    }
  }
  fadeMoves(path, moves, held, release);
}

/** For the frames of an ankle's stand the nearest frame in which toes stand that overlap it; null when none do. */
function nearestHeld(stand: Stand, toes: readonly Stand[]): ((frame: number) => number) | null {
  const overlapping = toes.filter(({ first, last }) => first <= stand.last && last >= stand.first);
  if (overlapping.length === 0) return null;
  return (frame) =>
    overlapping
      .map(({ first, last }) => Math.max(first, Math.min(last, frame)))
      .reduce((a, b) => (Math.abs(b - frame) < Math.abs(a - frame) ? b : a));
}
