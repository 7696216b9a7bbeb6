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
import { clamp } from '../../../core/math/angles.ts';
import { distance, dot, lerp, subtract, ZERO, type Vec3 } from '../../../core/math/vec3.ts';
import {
  forwardKinematics,
  pointOf,
  worldPosition,
  worldRotation,
  type WorldTransforms,
} from '../../../core/skeleton/forward-kinematics.ts';
import type { DocumentState } from '../document-state.ts';
import { surfaceOfProp } from '../props/prop-shape.ts';
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
  const points = pointsOf(document.rig, handle);
  const supports = [
    ...actorsBeside(state).map((actor) => bodyUnder(actor, own, points)),
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

/** Points of a handle with flesh around them: of a hand or a foot those along it. */
interface FleshPoint {
  /** In the frame of the handle's joint, metres. */
  readonly at: Vec3;
  readonly radius: number;
}

const ALONG = [0, 0.5, 1] as const;

function pointsOf({ shape }: Rig, { joint, offset, kind }: Handle): readonly FleshPoint[] {
  const flesh = kind === 'position' ? shape.filter((capsule) => capsule.joint === joint) : [];
  const points = flesh.flatMap(({ start, end, radius }) => ALONG.map((share) => ({ at: lerp(start, end, share), radius })));
  return points.length > 0 ? points : [{ at: offset, radius: 0 }];
}

/** The part of another body that is nearest to a handle: by its flesh, or by its joints where it has none. */
function bodyUnder(actor: ActorBeside, own: Frame, points: readonly FleshPoint[]): Support {
  const { rig, world } = actor;
  const place = frameOfPlace(actor.place);
  const into = ({ at }: FleshPoint): Vec3 =>
    frameSeenFrom(composeFrames(own, { position: at, rotation: own.rotation }), place).position;
  let [joint, point, away] = [0, points[0]!, Infinity];
  for (const each of points) {
    const at = into(each);
    for (const { joint: other, ends, radius } of bodyParts(rig, world)) {
      const gap = toSegment(at, ...ends) - radius - each.radius;
      if (gap < away) [joint, point, away] = [other, each, gap];
    }
  }
  const within = { position: worldPosition(world, joint), rotation: worldRotation(world, joint) };
  return {
    by: { actor: actor.id, joint: jointKeys(rig.skeleton)[joint]! },
    owner: actor.name,
    label: `the ${jointInSentence(rig, joint)} of ${actor.name}`,
    frame: composeFrames(place, within),
    point: point.at,
    away: Math.max(0, away),
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
  const way = subtract(end, start);
  const square = dot(way, way);
  const share = square > 0 ? clamp(dot(subtract(point, start), way) / square, 0, 1) : 0;
  return distance(point, lerp(start, end, share));
}

function thingUnder(document: DocumentState, { prop, frame }: ShownProp, own: Frame, point: Vec3): Support {
  const touch = createTouch();
  const at = composeFrames(own, { position: point, rotation: own.rotation });
  surfaceOfProp(document, prop.form).nearest(frameSeenFrom(at, frame).position, touch);
  return { by: { prop: prop.id }, owner: prop.name, label: prop.name, frame, point, away: Math.max(0, -touch.depth[0]!) };
}
