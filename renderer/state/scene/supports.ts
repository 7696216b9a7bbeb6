import type { Carrier } from '../../../core/animation/carrier.ts';
import { createTouch } from '../../../core/contact/touch.ts';
import { jointKeys } from '../../../core/document/joint-keys.ts';
import type { PropData } from '../../../core/document/project-data.ts';
import { handlesOf, type Handle, type HandleName } from '../../../core/humanoid/body/handles.ts';
import type { HumanoidBone } from '../../../core/humanoid/body/bones.ts';
import type { Side } from '../../../core/humanoid/body/found-bones.ts';
import { jointInSentence } from '../../../core/humanoid/body/joint-labels.ts';
import type { Rig } from '../../../core/humanoid/body/rig.ts';
import { composeFrames, frameOfPlace, frameSeenFrom, type Frame } from '../../../core/math/frame.ts';
import { nearestOnSegments, type NearestOnSegments } from '../../../core/math/segments.ts';
import { intoPlace, turnOf } from '../../../core/math/place.ts';
import { IDENTITY, rotate } from '../../../core/math/quat.ts';
import { add, distance, lerp, normalize, scale, subtract, vec3At, ZERO, type Vec3 } from '../../../core/math/vec3.ts';
import {
  forwardKinematics,
  pointOf,
  worldPosition,
  worldRotation,
  type WorldTransforms,
} from '../../../core/skeleton/forward-kinematics.ts';
import { hangsFrom } from '../../../core/skeleton/hierarchy.ts';
import type { DocumentState } from '../document-state.ts';
import { surfaceOfProp } from '../props/prop-shape.ts';
import { solidsAbout } from '../props/solids.ts';
import { framesOnScreen, shownProps, type ShownProp } from '../props/shown-props.ts';
import { shownPose, type StudioState } from '../studio.ts';
import { actorsBeside, type ActorBeside } from './beside.ts';

/** What a hand, a foot or another handle lies on: another actor's joint, or a prop. */
export interface Support {
  readonly by: Carrier;
  /** Whose it is, and what in a sentence. */
  readonly owner: string;
  readonly label: string;
  /** In the space that is drawn in. */
  readonly frame: Frame;
  /** The point of the handle that is nearest to it, in the frame of the handle's joint, metres. */
  readonly point: Vec3;
  /** Metres between the handle and it; 0 where they are in each other. */
  readonly away: number;
  /** The way on which the handle comes to touch it, in the space that is drawn in. */
  readonly gap: Vec3;
}

/** A handle with what it lies on, and where its joint is in the space that is drawn in. */
export interface Lying {
  readonly handle: Handle;
  readonly support: Support;
  readonly own: Frame;
}

/** What a handle lies on, or is nearest to; null where nothing is there. */
export function supportOf(state: StudioState, name: HandleName | null): Lying | null {
  const { document } = state;
  const pose = shownPose(state);
  const handle = document && handlesOf(document.rig).find((each) => each.name === name);
  if (!document || !pose || !handle) return null;
  const world = forwardKinematics(document.rig.skeleton, pose);
  const own: Frame = { position: worldPosition(world, handle.joint), rotation: worldRotation(world, handle.joint) };
  const flesh = fleshOf(document.rig, world, own, handle);
  const supports = [
    ...actorsBeside(state).map((actor) => bodyUnder(actor, own, flesh)),
    ...shownProps(state)
      .filter(({ prop }) => !hangsFromHandle(state, document, prop, handle))
      .map((shown) => thingUnder(document, shown, own, handle.offset)),
  ];
  const [support] = supports.sort((a, b) => a.away - b.away);
  return support ? { handle, support, own } : null;
}

/** Whether a thing goes where the handle goes: nothing stays on that. */
function hangsFromHandle(state: StudioState, document: DocumentState, prop: PropData, { joint }: Handle): boolean {
  const by = framesOnScreen(state, document).bearerOf(prop, state.session.playback.time);
  const { skeleton } = document.rig;
  if (by?.actor !== document.history.present.workedOn) return false;
  for (let each = jointKeys(skeleton).indexOf(by.joint); each >= 0; each = skeleton.parents[each]!)
    if (each === joint) return true;
  return false;
}

/** The way on which a handle comes to touch what is nearest to it, in the space that is drawn in; null where nothing is there. */
export function gapOf(state: StudioState, name: HandleName): Vec3 | null {
  return supportOf(state, name)?.support.gap ?? null;
}

/** Steps along a line of sight at most, metres within which it has come to what is seen, and beside which it still goes to something. */
const STEPS = 120;
const SEEN_AT = 1e-3;
const BESIDE = 0.03;
/** Metres beyond what is looked at within which something is still meant. */
const BEHIND = 3;

/**
 * The place of another character's body or of a prop that the eye sees at a place, in front of it or behind it, in the space that is drawn in; null where it
 * sees none, and none close beside. It is found in steps as long as nothing is nearer (sphere tracing).
 */
export function seenAt(state: StudioState, eye: Vec3, at: Vec3): Vec3 | null {
  const way = normalize(subtract(at, eye));
  const most = distance(eye, at) + BEHIND;
  const bodies = actorsBeside(state).map(({ rig, world, place }) => ({ place, parts: bodyParts(rig, world) }));
  const solids = solidsAbout(state);
  const touch = createTouch();
  let [gone, least] = [0, BESIDE];
  let nearest: Vec3 | null = null;
  for (let step = 0; step < STEPS && gone < most; step++) {
    const point = add(eye, scale(way, gone));
    const gaps = bodies.map(({ place, parts }) => {
      const inside = intoPlace(place, point);
      return Math.min(...parts.map(({ ends, radius }) => toSegment(inside, ...ends) - radius));
    });
    for (const solid of solids) {
      solid.surface.nearest(frameSeenFrom({ position: point, rotation: IDENTITY }, solid).position, touch);
      gaps.push(-touch.depth[0]!);
    }
    const gap = Math.min(...gaps);
    if (gap < SEEN_AT) return point;
    if (gap < least) [least, nearest] = [gap, point];
    gone += gap;
  }
  return nearest;
}

/** Flesh of a handle, in the frame of its joint: of a hand or a foot with its fingers or toes. A point for a handle without any. */
interface Flesh {
  readonly ends: readonly [Vec3, Vec3];
  readonly radius: number;
}

function fleshOf(
  { shape, skeleton }: Rig,
  world: WorldTransforms,
  own: Frame,
  { name, joint, offset, kind }: Handle,
): readonly Flesh[] {
  const isWhole = /(?:Hand|Foot)$/.test(name);
  const isOwn = (part: number) => part === joint || (isWhole && hangsFrom(skeleton.parents, part, joint));
  const into = (part: number, point: Vec3) =>
    frameSeenFrom({ position: pointOf(world, part, point), rotation: own.rotation }, own).position;
  const flesh = kind === 'position' ? shape.filter((capsule) => isOwn(capsule.joint)) : [];
  if (flesh.length === 0) return [{ ends: [offset, offset], radius: 0 }];
  return flesh.map(({ joint: part, start, end, radius }) => ({ ends: [into(part, start), into(part, end)], radius }));
}

/** The part of another body that is nearest to a handle: by its flesh, or by its joints where it has none. */
function bodyUnder(actor: ActorBeside, own: Frame, flesh: readonly Flesh[]): Support {
  const { rig, world } = actor;
  const place = frameOfPlace(actor.place);
  const into = (position: Vec3): Vec3 => frameSeenFrom(composeFrames(own, { position, rotation: own.rotation }), place).position;
  const parts = bodyParts(rig, world);
  const nearest: NearestOnSegments = { first: 0, second: 0, square: 0 };
  let [joint, point, away, way] = [0, flesh[0]!.ends[0], Infinity, ZERO];
  for (const each of flesh) {
    const ends = each.ends.map(into);
    for (const part of parts) {
      nearestOnSegments([...ends, ...part.ends].flat(), 0, 3, 6, 9, nearest);
      const gap = Math.sqrt(nearest.square) - part.radius - each.radius;
      if (gap >= away) continue;
      const from = lerp(ends[0]!, ends[1]!, nearest.first);
      [joint, point, away] = [part.joint, lerp(...each.ends, nearest.first), gap];
      way = subtract(lerp(...part.ends, nearest.second), from);
    }
  }
  const within = { position: worldPosition(world, joint), rotation: worldRotation(world, joint) };
  return {
    by: { actor: actor.id, joint: jointKeys(rig.skeleton)[joint]! },
    owner: actor.name,
    label: `the ${jointInSentence(rig, joint)} of ${actor.name}`,
    frame: composeFrames(place, within),
    point,
    away: Math.max(0, away),
    gap: scale(rotate(turnOf(actor.place), normalize(way)), Math.max(0, away)),
  };
}

interface BodyPart {
  readonly joint: number;
  readonly ends: readonly [Vec3, Vec3];
  readonly radius: number;
}

function bodyParts({ shape, skeleton, humanoid }: Rig, world: WorldTransforms): readonly BodyPart[] {
  if (shape.length > 0)
    return shape.map(({ bone, joint, start, end, radius }) => ({
      joint: handOfFinger(humanoid, bone) ?? joint,
      ends: [pointOf(world, joint, start), pointOf(world, joint, end)],
      radius,
    }));
  return skeleton.names.map((_, joint) => {
    const at = pointOf(world, joint, ZERO);
    return { joint, ends: [at, at], radius: 0 };
  });
}

/** What lies on a finger stays on the hand: fingers are posed for themselves. */
function handOfFinger(humanoid: Rig['humanoid'], bone: HumanoidBone): number | undefined {
  const side = /^(left|right)(?:Thumb|Index|Middle|Ring|Little)/.exec(bone)?.[1];
  return side === undefined ? undefined : humanoid[`${side as Side}Hand`];
}

function toSegment(point: Vec3, start: Vec3, end: Vec3): number {
  const nearest: NearestOnSegments = { first: 0, second: 0, square: 0 };
  nearestOnSegments([...point, ...start, ...end], 0, 0, 3, 6, nearest);
  return Math.sqrt(nearest.square);
}

function thingUnder(document: DocumentState, { prop, frame }: ShownProp, own: Frame, point: Vec3): Support {
  const touch = createTouch();
  const at = composeFrames(own, { position: point, rotation: own.rotation });
  surfaceOfProp(document, prop.form).nearest(frameSeenFrom(at, frame).position, touch);
  const away = Math.max(0, -touch.depth[0]!);
  const gap = scale(rotate(frame.rotation, vec3At(touch.normal, 0)), -away);
  return { by: { prop: prop.id }, owner: prop.name, label: prop.name, frame, point, away, gap };
}
