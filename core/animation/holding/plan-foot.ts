import { conjugate, fromRotationVector, multiply, quatAt, rotate, shortestArc, toRotationVector } from '../../math/quat.ts';
import { add, distance, length, scale, subtract, vec3At, ZERO, type Vec3 } from '../../math/vec3.ts';
import type { WorldTransforms } from '../../skeleton/forward-kinematics.ts';
import { releaseFrames } from '../fade-between.ts';
import { fadeMoves, fadeTurns, freePath, turnFoot, turnToes, type FootPath } from '../foot-path.ts';
import { pitchTo } from '../pitch-to.ts';
import type { FootPoints } from './contact-points.ts';
import { steadiest, type ShownFrames } from './frames-around.ts';
import { stretches } from '../contacts.ts';

/** A point of a foot. */
export type FootPart = 'heel' | 'ball' | 'toe';

/** A stretch of frames, both ends included, in which a point of a foot keeps its place. */
export interface FootHold {
  readonly part: FootPart;
  readonly first: number;
  readonly last: number;
}

/** The path of a foot some of whose points are held. */
export interface PlannedFoot extends FootPath {
  /** What is held in each frame: its part and its place. */
  readonly held: readonly (readonly HeldPoint[])[];
}

export interface HeldPoint {
  readonly part: FootPart;
  /** World, metres. */
  readonly place: Vec3;
}

/** Metres in a frame by which a held point comes to its place where another had led the foot. */
const SETTLING = 3e-4;
/** Of several points that are held the one that the foot goes by. */
const LEADING: readonly FootPart[] = ['ball', 'heel', 'toe'];

/**
 * The path of a foot whose points keep their places: a foot that stands on heel and ball does not turn, one that stands on one of them rolls about it as the
 * clip turns it, and toes that stand with the ball stay flat while the heel rises. No point of the sole is below `ground`. What that changes fades
 * before and after.
 */
export function planHeldFoot(
  foot: FootPoints,
  holds: readonly FootHold[],
  worlds: readonly WorldTransforms[],
  shown: ShownFrames,
  ground: number,
  fps: number,
): PlannedFoot {
  const release = releaseFrames(fps);
  const { path, places } = stand(foot, holds, worlds, shown, ground, release);
  const held = worlds.map((_, frame) =>
    holds.flatMap((hold, i) => (isIn(hold, frame) ? [{ part: hold.part, place: places[i]! }] : [])),
  );
  holdPlaces(foot, path, held, release);
  for (let frame = 0; frame < worlds.length; frame++) keepAbove(foot, path, frame, held[frame]!, ground);
  return { ...path, held };
}

/** The lowest world height of a sole whose points are held where the clip has put them, metres; Infinity where none is held. */
export function lowestStand(
  foot: FootPoints,
  holds: readonly FootHold[],
  worlds: readonly WorldTransforms[],
  shown: ShownFrames,
): number {
  const { places } = stand(foot, holds, worlds, shown, -Infinity, 1);
  return Math.min(...places.map((place, i) => place[1] - lowest(foot, holds[i]!.part, 0)), Infinity);
}

/** How a foot is turned while its points are held, and the place of each of them. */
function stand(
  foot: FootPoints,
  holds: readonly FootHold[],
  worlds: readonly WorldTransforms[],
  shown: ShownFrames,
  ground: number,
  release: number,
): { readonly path: FootPath; readonly places: readonly Vec3[] } {
  const path = freePath(foot.limb, foot.toes, worlds);
  holdTurn(foot, path, holds, shown, ground, release);
  bendToes(foot, path, holds, shown, ground, release);
  return { path, places: placesOf(foot, path, holds, shown, ground) };
}

function isIn({ first, last }: Pick<FootHold, 'first' | 'last'>, frame: number): boolean {
  return frame >= first && frame <= last;
}

/** From the ankle to a point of the foot, world. */
function armOf(foot: FootPoints, { rotations, toeRotations }: FootPath, part: FootPart | 'ballSole', frame: number): Vec3 {
  const rotation = quatAt(rotations, frame);
  if (part !== 'toe' || foot.toes < 0) return rotate(rotation, foot[part]);
  return add(rotate(rotation, foot.ball), rotate(quatAt(toeRotations, frame), foot.toe));
}

function placeOf(foot: FootPoints, path: FootPath, part: FootPart | 'ballSole', frame: number): Vec3 {
  return add(vec3At(path.positions, frame), armOf(foot, path, part, frame));
}

/** World height that a point has at least: its own above the sole. */
function lowest({ ball, ballSole }: FootPoints, part: FootPart, ground: number): number {
  return part === 'ball' ? ground + distance(ball, ballSole) : ground;
}

/** Frames in which both are held; none where `first` is after `last`. */
function overlapOf(a: FootHold, b: FootHold): { first: number; last: number } {
  return { first: Math.max(a.first, b.first), last: Math.min(a.last, b.last) };
}

/** The frame of a stretch that shows best where a part of the foot was put. */
function steadiestFrame(
  foot: FootPoints,
  path: FootPath,
  part: FootPart,
  first: number,
  last: number,
  shown: ShownFrames,
): number {
  const frames = shown(first, last);
  return frames[steadiest(frames.map((frame) => placeOf(foot, path, part, frame)))]!;
}

/** A foot that stands on two of its own points does not turn. */
function holdTurn(
  foot: FootPoints,
  path: FootPath,
  holds: readonly FootHold[],
  shown: ShownFrames,
  ground: number,
  release: number,
): void {
  const count = path.rotations.length / 4;
  const turns = new Float64Array(3 * count);
  const turned = new Uint8Array(count);
  const stands = (parts: ReadonlySet<FootPart>) => (parts.has('heel') ? parts.size > 1 : foot.toes < 0 && parts.size > 1);
  for (const { first, last, parts } of runsOf(holds, count, stands)) {
    const [from, to] = [parts.has('heel') ? 'heel' : 'ball', parts.has('ball') && parts.has('heel') ? 'ball' : 'toe'] as const;
    const at = steadiestFrame(foot, path, to, first, last, shown);
    const way = subtract(placeOf(foot, path, to, at), placeOf(foot, path, from, at));
    const pitch = shortestArc(way, wayBetween(foot, path, from, to, at, ground));
    const rotation = multiply(pitch, quatAt(path.rotations, at));
    for (let frame = first; frame <= last; frame++) {
      turns.set(toRotationVector(multiply(rotation, conjugate(quatAt(path.rotations, frame)))), 3 * frame);
      turned[frame] = 1;
    }
  }
  fadeTurns(path, turns, turned, release);
}

/** Stretches of frames whose held parts meet a condition, with all parts that are held in them. */
function runsOf(
  holds: readonly FootHold[],
  count: number,
  condition: (parts: ReadonlySet<FootPart>) => boolean,
): { readonly first: number; readonly last: number; readonly parts: ReadonlySet<FootPart> }[] {
  const partsIn = (from: number, to: number): ReadonlySet<FootPart> =>
    new Set(holds.flatMap(({ part, first, last }) => (first <= to && last >= from ? [part] : [])));
  return stretches(count, (frame) => condition(partsIn(frame, frame))).map(([first, last]) => ({
    first,
    last,
    parts: partsIn(first, last),
  }));
}

/** The way from one held point to another, as a frame has it but with neither of them under the ground. */
function wayBetween(foot: FootPoints, path: FootPath, from: FootPart, to: FootPart, frame: number, ground: number): Vec3 {
  const [a, b] = [placeOf(foot, path, from, frame), placeOf(foot, path, to, frame)];
  const way = subtract(b, a);
  const rise = Math.max(b[1], lowest(foot, to, ground)) - Math.max(a[1], lowest(foot, from, ground));
  return rotate(fromRotationVector(pitchTo(way, rise)), way);
}

/** Toes that stand with the ball or the heel keep their direction in the world. */
function bendToes(
  foot: FootPoints,
  path: FootPath,
  holds: readonly FootHold[],
  shown: ShownFrames,
  ground: number,
  release: number,
): void {
  if (foot.toes < 0) return;
  const { toeRotations } = path;
  const count = toeRotations.length / 4;
  const turns = new Float64Array(3 * count);
  const turned = new Uint8Array(count);
  for (const { first, last } of runsOf(holds, count, (parts) => parts.has('toe') && parts.size > 1)) {
    const at = steadiestFrame(foot, path, 'toe', first, last, shown);
    const way = wayBetween(foot, path, 'ball', 'toe', at, ground);
    for (let frame = first; frame <= last; frame++) {
      turns.set(toRotationVector(shortestArc(rotate(quatAt(toeRotations, frame), foot.toe), way)), 3 * frame);
      turned[frame] = 1;
    }
  }
  fadeTurns(path, turns, turned, release, turnToes);
}

/**
 * Where each held point is. Holds that overlap are of one step: the longest is where its keys have it, the others where the foot has them while both are
 * held.
 */
function placesOf(
  foot: FootPoints,
  path: FootPath,
  holds: readonly FootHold[],
  shown: ShownFrames,
  ground: number,
): readonly Vec3[] {
  const places: (Vec3 | null)[] = holds.map(() => null);
  const raised = (part: FootPart, [x, y, z]: Vec3): Vec3 => [x, Math.max(y, lowest(foot, part, ground)), z];
  const byLength = [...holds.keys()].sort((a, b) => span(holds[b]!) - span(holds[a]!) || a - b);
  const follow = (i: number): void => {
    holds.forEach((other, k) => {
      const hold = holds[i]!;
      const { first, last } = overlapOf(hold, other);
      if (places[k] || first > last) return;
      const at = Math.round((first + last) / 2);
      const way = subtract(armOf(foot, path, other.part, at), armOf(foot, path, hold.part, at));
      places[k] = raised(other.part, add(places[i]!, way));
      follow(k);
    });
  };
  for (const i of byLength) {
    if (places[i]) continue;
    const { part, first, last } = holds[i]!;
    places[i] = raised(part, placeOf(foot, path, part, steadiestFrame(foot, path, part, first, last, shown)));
    follow(i);
  }
  return places.map((place) => place!);
}

function span({ first, last }: FootHold): number {
  return last - first;
}

/**
 * Moves the ankle so that what is held is in its place. Where two points that are held do not fit together, the foot goes by one of them as long as that is
 * held, and comes to the other's place slowly.
 */
function holdPlaces(foot: FootPoints, path: FootPath, held: readonly (readonly HeldPoint[])[], release: number): void {
  const moves = new Float64Array(3 * held.length);
  const isHeld = new Uint8Array(held.length);
  let leading: HeldPoint | null = null;
  let away: Vec3 = ZERO;
  held.forEach((points, frame) => {
    const isStill = leading && points.some(({ place }) => place === leading!.place);
    const next: HeldPoint | null = isStill
      ? leading
      : (LEADING.flatMap((part) => points.filter((point) => point.part === part))[0] ?? null);
    const hasChanged = next !== leading;
    leading = next;
    if (!next) return;
    if (hasChanged) {
      const wasHeld = frame > 0 && held[frame - 1]!.some(({ place }) => place === next.place);
      const before = wasHeld ? add(placeOf(foot, path, next.part, frame - 1), vec3At(moves, frame - 1)) : next.place;
      away = subtract(before, next.place);
    }
    away = scale(away, Math.max(0, 1 - SETTLING / Math.max(SETTLING, length(away))));
    moves.set(subtract(add(next.place, away), placeOf(foot, path, next.part, frame)), 3 * frame);
    isHeld[frame] = 1;
  });
  fadeMoves(path, moves, isHeld, release);
}

/** Brings every point of the sole that is below the ground onto it: by a pitch about what is held, by bent toes, or by the whole foot. */
function keepAbove(foot: FootPoints, path: FootPath, frame: number, held: readonly HeldPoint[], ground: number): void {
  const sunk = (part: FootPart | 'ballSole') => ground - placeOf(foot, path, part, frame)[1];
  const pivot = LEADING.find((part) => held.some((point) => point.part === part));
  if (!pivot) {
    const most = Math.max(sunk('heel'), sunk('ballSole'), sunk('toe'));
    if (most > 0) path.positions[3 * frame + 1]! += most;
    return;
  }
  for (const part of ['ballSole', 'heel', 'toe'] as const) {
    if (part === pivot || (pivot === 'ball' && part === 'ballSole') || !(sunk(part) > 0)) continue;
    if (held.some((point) => point.part === part)) continue;
    const bends = part === 'toe' && foot.toes >= 0 && pivot === 'ball';
    const from = placeOf(foot, path, pivot, frame);
    const turn = pitchTo(subtract(placeOf(foot, path, part, frame), from), ground - from[1]);
    if (length(turn) === 0) continue;
    if (bends) {
      turnToes(path, frame, turn);
      continue;
    }
    const toes = quatAt(path.toeRotations, frame);
    turnAbout(foot, path, frame, pivot, turn);
    // Toes that stand stay as they are while the foot turns about the ball.
    if (pivot === 'ball' && held.some((point) => point.part === 'toe')) path.toeRotations.set(toes, 4 * frame);
  }
}

/** Turns foot and toes about one of their points. */
function turnAbout(foot: FootPoints, path: FootPath, frame: number, pivot: FootPart, turn: Vec3): void {
  const place = placeOf(foot, path, pivot, frame);
  turnFoot(path, frame, turn);
  path.positions.set(subtract(place, armOf(foot, path, pivot, frame)), 3 * frame);
}
