import type { Ground } from '../../contact/ground.ts';
import { multiply, quatAt, rotate, shortestArc, slerp, type Quat } from '../../math/quat.ts';
import { add, distance, lerp, subtract, vec3At, type Vec3 } from '../../math/vec3.ts';
import { smooth } from '../../math/soft-stretch.ts';
import type { FootPoints } from '../holding/contact-points.ts';
import type { FootPart, HeldPoint, PlannedFoot } from '../holding/plan-foot.ts';
import { turnToes, type FootPath } from '../foot-path.ts';
import { pitchTo } from '../pitch-to.ts';
import { findFooting, onFooting, type Footing } from './footing.ts';
import type { Stance } from './stance.ts';
import { smoothEnvelope } from './smooth-envelope.ts';
import { joinStretches, stretches, type Stretch } from '../contacts.ts';

/** Frames, both included, in which a foot stands, and where. */
export interface Stand {
  readonly first: number;
  readonly last: number;
  readonly footing: Footing;
}

/** Frames between two stretches in which points of a foot are held that are of one stand: as a heel gives way to the ball. */
const SAME_STAND = 3;
/** Leg lengths above the last stand below which the ground for the next one is sought. */
export const HIGHEST_STEP = 0.55;
/** Metres, of a figure of 1.75 m, by which a swinging foot clears the ground at least where it cleared the floor by as much. */
const CLEARANCE = 0.01;

/** A foot of a walk on a level floor. */
export interface WalkingFoot {
  readonly foot: FootPoints;
  readonly plan: PlannedFoot;
}

/** What the walk and the ground are, metres. */
export interface Crossing {
  readonly ground: Ground;
  readonly floor: number;
  readonly legLength: number;
  /** Size of the figure as a share of 1.75 m. */
  readonly size: number;
}

/**
 * Where both feet stand on the ground, in the order in which they come down: the ground of a stand is sought from the height of the one before. `ends`: how they
 * are there on the first frame and on the last, standing or not; null where the ground is to say.
 */
export function findStands(
  feet: readonly WalkingFoot[],
  crossing: Crossing,
  ends: readonly [Stance, Stance] | null = null,
): readonly (readonly Stand[])[] {
  const { ground, floor, legLength } = crossing;
  const found: Stand[][] = feet.map(() => []);
  const coming = feet
    .flatMap(({ plan }, k) => (ends ? withEnds(plan) : stretchesOf(plan)).map(([first, last]) => ({ k, first, last })))
    .sort((a, b) => a.first - b.first);
  let level = ends ? Math.max(...ends[0].footings.map(({ to }) => to[1])) : floor;
  for (const { k, first, last } of coming) {
    const { foot, plan } = feet[k]!;
    const known = ends && endOf(plan, first, last, SAME_PLACE * legLength);
    if (ends && known !== null) {
      const footing = ends[known].footings[k]!;
      level = footing.to[1];
      found[k]!.push({ first, last, footing });
      continue;
    }
    const frame = flattest(plan, first, last);
    const [heel, , ball, , toe] = solesOf(
      foot,
      vec3At(plan.positions, frame),
      quatAt(plan.rotations, frame),
      quatAt(plan.toeRotations, frame),
    );
    const isHeld = (part: string): boolean => plan.held[frame]!.some((point) => point.part === part);
    const holds = { heel: isHeld('heel'), ball: isHeld('ball') };
    const footing = findFooting({ heel: heel!, ball: ball!, toe: toe!, holds }, ground, level + HIGHEST_STEP * legLength);
    if (!footing) continue;
    level = footing.to[1];
    found[k]!.push({ first, last, footing });
  }
  return found;
}

/** Leg lengths within which a foot that stands is where it is on the first frame or on the last. */
const SAME_PLACE = 0.02;

/** The stretches of a foot, and its first frame and its last where it stands on neither. */
function withEnds(plan: PlannedFoot): readonly Stretch[] {
  const own = stretchesOf(plan);
  const end = plan.held.length - 1;
  return [...(own[0]?.[0] === 0 ? [] : [[0, 0] as const]), ...own, ...(own.at(-1)?.[1] === end ? [] : [[end, end] as const])];
}

/** Of which end a stretch is: 0 the first, 1 the last; null of neither. */
function endOf({ positions, held }: PlannedFoot, first: number, last: number, near: number): 0 | 1 | null {
  const end = held.length - 1;
  const isAt = (frame: number) => distance(vec3At(positions, (first + last) >> 1), vec3At(positions, frame)) < near;
  if (first === 0 || isAt(0)) return 0;
  return last === end || isAt(end) ? 1 : null;
}

function stretchesOf({ held }: PlannedFoot): readonly Stretch[] {
  const standing = stretches(held.length, (frame) => held[frame]!.length > 0);
  return joinStretches(standing, (before, next) => next[0] - before[1] <= SAME_STAND);
}

/** The middle of the frames in which most points of the foot are held. */
function flattest({ held }: PlannedFoot, first: number, last: number): number {
  const frames = Array.from({ length: last - first + 1 }, (_, i) => first + i);
  const most = Math.max(...frames.map((frame) => held[frame]!.length));
  const flat = frames.filter((frame) => held[frame]!.length === most);
  return flat[flat.length >> 1]!;
}

/** Heel, sole under the ball and tip of the toes, and the points between them, world. */
export function solesOf(foot: FootPoints, at: Vec3, rotation: Quat, toeRotation: Quat): readonly Vec3[] {
  const heel = add(at, rotate(rotation, foot.heel));
  const ball = add(at, rotate(rotation, foot.ballSole));
  const toe =
    foot.toes < 0
      ? add(at, rotate(rotation, foot.toe))
      : add(add(at, rotate(rotation, foot.ball)), rotate(toeRotation, foot.toe));
  return [heel, lerp(heel, ball, 0.5), ball, lerp(ball, toe, 0.5), toe];
}

/** The way of a foot over the ground: as it stands on each frame that it stands, from one stand to the next between them, and clear of what rises there. */
export function crossGround({ foot, plan }: WalkingFoot, stands: readonly Stand[], crossing: Crossing): PlannedFoot {
  const count = plan.held.length;
  const positions = new Float64Array(plan.positions);
  const rotations = new Float64Array(plan.rotations);
  const toeRotations = new Float64Array(plan.toeRotations);
  const asked = new Float64Array(count);
  const held: (readonly HeldPoint[])[] = Array.from({ length: count }, () => []);
  const before = (frame: number): Stand | undefined => stands.findLast(({ first }) => first <= frame);
  const after = (frame: number): Stand | undefined => stands.find(({ last }) => last >= frame);
  for (let frame = 0; frame < count; frame++) {
    const [a, b] = [before(frame) ?? after(frame), after(frame) ?? before(frame)];
    if (!a || !b) continue;
    const share = a === b ? 0 : smooth((frame - a.last) / (b.first - a.last));
    const at = vec3At(plan.positions, frame);
    const turn = slerp(a.footing.turn, b.footing.turn, share);
    positions.set(lerp(onFooting(a.footing, at), onFooting(b.footing, at), share), 3 * frame);
    rotations.set(multiply(turn, quatAt(plan.rotations, frame)), 4 * frame);
    const toeTurn = foot.toes < 0 ? turn : slerp(a.footing.toeTurn, b.footing.toeTurn, share);
    toeRotations.set(multiply(toeTurn, quatAt(plan.toeRotations, frame)), 4 * frame);
    const path = { positions, rotations, toeRotations };
    const isStanding = frame >= a.first && frame <= a.last;
    held[frame] = isStanding ? plan.held[frame]!.map(({ part, place }) => ({ part, place: onFooting(a.footing, place) })) : [];
    bendToes(foot, path, frame, crossing);
    if (isStanding) continue;
    const flat = solesOf(foot, at, quatAt(plan.rotations, frame), quatAt(plan.toeRotations, frame));
    const now = solesOf(foot, vec3At(positions, frame), quatAt(rotations, frame), quatAt(toeRotations, frame));
    const below = Math.max(a.footing.to[1], b.footing.to[1]) + HIGHEST_STEP * crossing.legLength;
    now.forEach(([x, y, z], i) => {
      const clear = Math.min(CLEARANCE * crossing.size, Math.max(0, flat[i]![1] - crossing.floor));
      const height = crossing.ground.heightBelow(x, below, z);
      if (Number.isFinite(height)) asked[frame] = Math.max(asked[frame]!, height + clear - y);
    });
  }
  const lifts = smoothEnvelope(
    asked,
    (frame) => before(frame)?.last ?? frame - count,
    (frame) => after(frame)?.first ?? frame + count,
  );
  for (let frame = 0; frame < count; frame++) positions[3 * frame + 1]! += lifts[frame]!;
  for (const stand of stands) holdToes(foot, { positions, rotations, toeRotations, held }, stand);
  return { positions, rotations, toeRotations, held };
}

/** Bends toes out of the ground where the ball is on it and a foot that is turned as a whole has brought them there. */
function bendToes(foot: FootPoints, path: FootPath, frame: number, { ground, legLength }: Crossing): void {
  if (foot.toes < 0) return;
  const { positions, rotations, toeRotations } = path;
  const ball = add(vec3At(positions, frame), rotate(quatAt(rotations, frame), foot.ball));
  const arm = rotate(quatAt(toeRotations, frame), foot.toe);
  const [x, y, z] = add(ball, arm);
  const height = ground.heightBelow(x, y + legLength / 4, z);
  if (!Number.isFinite(height) || height <= y || height > ball[1] + legLength / 8) return;
  turnToes(path, frame, pitchTo(arm, height - ball[1]));
}

/**
 * The toes of a foot that stands keep the place in which they came to lie with the ball: as long as both are held they point there, and a foot that rolls about
 * them alone goes along.
 */
function holdToes(foot: FootPoints, { positions, rotations, toeRotations, held }: HeldPath, stand: Stand): void {
  const isHeld = (frame: number, part: FootPart): boolean => held[frame]!.some((point) => point.part === part);
  const frames = Array.from({ length: stand.last - stand.first + 1 }, (_, i) => stand.first + i).filter((frame) =>
    isHeld(frame, 'toe'),
  );
  const lying = frames.find((frame) => isHeld(frame, 'ball'));
  if (lying === undefined) return;
  const ballOf = (frame: number): Vec3 => add(vec3At(positions, frame), rotate(quatAt(rotations, frame), foot.ball));
  const armOf = (frame: number): Vec3 =>
    foot.toes < 0
      ? rotate(quatAt(rotations, frame), subtract(foot.toe, foot.ball))
      : rotate(quatAt(toeRotations, frame), foot.toe);
  const place = add(ballOf(lying), armOf(lying));
  for (const frame of frames) {
    held[frame] = held[frame]!.map((point) => (point.part === 'toe' ? { ...point, place } : point));
    if (!isHeld(frame, 'ball'))
      positions.set(add(vec3At(positions, frame), subtract(place, add(ballOf(frame), armOf(frame)))), 3 * frame);
    else if (foot.toes >= 0) {
      const turn = shortestArc(armOf(frame), subtract(place, ballOf(frame)));
      toeRotations.set(multiply(turn, quatAt(toeRotations, frame)), 4 * frame);
    }
  }
}

/** A path that is still being changed. */
type HeldPath = FootPath & { readonly held: (readonly HeldPoint[])[] };

/** Metres by which the way over the ground has moved an ankle on a frame. */
export function movedBy(walking: WalkingFoot, over: PlannedFoot, frame: number): Vec3 {
  return subtract(vec3At(over.positions, frame), vec3At(walking.plan.positions, frame));
}
