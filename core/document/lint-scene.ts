import { stretches } from '../animation/contacts.ts';
import { frameTimes } from '../animation/joint-paths.ts';
import { DEFAULT_LINT, issueSentence, type ClipIssue, type LintSettings } from '../animation/lint/issues.ts';
import { inOrder, lintSteps } from '../animation/lint/lint-clip.ts';
import { between, finish, lookThrough, type Steps } from '../animation/steps.ts';
import type { TouchingActor, TouchingContact } from '../animation/touching/touching-actor.ts';
import { placeShape } from '../humanoid/body/body-shape.ts';
import { handlesOf } from '../humanoid/body/handles.ts';
import { jointInSentence } from '../humanoid/body/joint-labels.ts';
import type { Rig } from '../humanoid/body/rig.ts';
import { overlapsIn, type Overlap } from '../humanoid/touching/overlaps.ts';
import { contactsBetween } from '../humanoid/touching/touching.ts';
import { fromPlace, placeSeenFrom, turnOf } from '../math/place.ts';
import { conjugate, rotate } from '../math/quat.ts';
import { add, vec3At, ZERO, type Vec3 } from '../math/vec3.ts';
import { forwardKinematics } from '../skeleton/forward-kinematics.ts';
import type { Pose } from '../skeleton/pose.ts';
import { activeClip } from './edits/clips.ts';
import { jointKeys } from './joint-keys.ts';
import { playedActiveClip, playedScene, type PlayedScene, type RigOfActor } from './played-scene.ts';
import type { Project } from './project.ts';
import { poseOfActor } from './shown-pose.ts';

/**
 * What is wrong with the clip on the timeline as the actor that is worked on plays it: by itself (see `lintClip`), where it misses what it touches, and where its
 * body is in that of another actor. `rig` is its rig.
 */
export function lintScene(project: Project, rig: Rig, rigOf: RigOfActor, settings: LintSettings = {}): ClipIssue[] {
  return finish(lintSceneSteps(project, rig, rigOf, settings));
}

/** The same in steps. */
export function* lintSceneSteps(project: Project, rig: Rig, rigOf: RigOfActor, settings: LintSettings = {}): Steps<ClipIssue[]> {
  const alone = lintSteps(rig, activeClip(project), settings, playedActiveClip(project, rig, rigOf));
  const scene = playedScene(project, rig, rigOf);
  if (!scene) return yield* alone;
  const bars = { ...DEFAULT_LINT, ...settings };
  const poseOf = (id: string, time: number): Pose => poseOfActor(project, rig, rigOf, { id, time, isPlayed: true })!;
  const own = yield* between(0, 0.7, alone);
  const overlaps = yield* between(0.7, 1, overlapsWithOthers(project, scene, poseOf, bars.overlap));
  return inOrder([...own, ...missesOf(project, scene, bars), ...overlaps], bars);
}

/** A contact or another body, and by how much it is missed, or entered, in some frames. */
interface Looked {
  readonly kind: 'contact' | 'direction' | 'overlap';
  readonly other: string;
  /** Metres, of a direction radians, and the joint that is meant, by frame. */
  readonly frames: ReadonlyMap<number, Pick<ClipIssue, 'amount' | 'way'> & { readonly joint: number }>;
}

/** An issue for each run of frames in which it is more than `bar`. */
function issuesOf({ actors, clips }: PlayedScene, { kind, other, frames }: Looked, bar: number): ClipIssue[] {
  const times = frameTimes(clips[0]!);
  const amountIn = (frame: number): number => frames.get(frame)?.amount ?? 0;
  return stretches(times.length, (frame) => amountIn(frame) > bar).map(([first, last]) => {
    let worst = first;
    for (let frame = first; frame <= last; frame++) if (amountIn(frame) > amountIn(worst)) worst = frame;
    const issue = { kind, other, ...frames.get(worst)! };
    const [from, to] = [times[first]!, times[last]!];
    return { ...issue, from, to, worst: times[worst]!, message: issueSentence(actors[0]!.rig, issue) };
  });
}

function missesOf(project: Project, scene: PlayedScene, bars: Required<LintSettings>): ClipIssue[] {
  const { rig, place } = scene.actors[0]!;
  const turned = conjugate(turnOf(place));
  const missed = scene.missed();
  const contacts = new Set(missed.flatMap(({ contact }) => (contact.actor === 0 ? [contact] : [])));
  return [...contacts].flatMap((contact) => {
    const { joint } = handlesOf(rig).find(({ name }) => name === contact.part)!;
    const own = missed.filter((each) => each.contact === contact);
    // The own body goes along wherever it goes.
    const isOther = 'prop' in contact.on.by || 'actor' in contact.on.by;
    const frames = new Map(
      own.map(({ frame, distance, way }) => {
        const missing = isOther ? { way: rotate(turned, way) } : {};
        return [frame, { amount: distance, joint, ...missing }];
      }),
    );
    const turns = new Map(own.map(({ frame, angle }) => [frame, { amount: angle, joint }]));
    const other = nameOfTouched(project, rig, contact);
    return [
      ...issuesOf(scene, { kind: 'contact', other, frames }, bars.contact),
      ...issuesOf(scene, { kind: 'direction', other, frames: turns }, bars.direction),
    ];
  });
}

function nameOfTouched({ actors, props }: Project, rig: Rig, { on: { by } }: TouchingContact): string {
  if ('prop' in by) return props.find(({ id }) => id === by.prop)!.name;
  if ('actor' in by) return actors.find(({ id }) => id === by.actor)!.name;
  return `the ${jointInSentence(rig, jointKeys(rig.skeleton).indexOf(by.joint))}`;
}

/** How an actor stands at a time: who has no keys stands in its pose. */
export type PoseOf = (id: string, time: number) => Pose;

function* overlapsWithOthers(project: Project, scene: PlayedScene, poseOf: PoseOf, bar: number): Steps<ClipIssue[]> {
  const found: ClipIssue[] = [];
  const others = scene.actors.length - 1;
  for (let other = 1; other <= others; other++) {
    const { name } = project.actors.find(({ id }) => id === scene.actors[other]!.id)!;
    const frames = yield* between((other - 1) / others, other / others, depthsIn(scene, other, poseOf, bar));
    found.push(...issuesOf(scene, { kind: 'overlap', other: name, frames: new Map(frames) }, bar));
  }
  return found;
}

/** The frames in which the body that is worked on is deeper than `bar` in another one, with the deepest of its joints. */
function* depthsIn(scene: PlayedScene, other: number, poseOf: PoseOf, bar: number): Steps<Looked['frames']> {
  const overlaps = overlapsWith(scene, other, poseOf, bar);
  const { shape } = scene.actors[0]!.rig;
  const found = yield* lookThrough(frameTimes(scene.clips[0]!), (time, frame) => {
    const [deepest] = overlaps(time);
    return deepest ? [[frame, { amount: deepest.depth, joint: shape[deepest.first]!.joint }] as const] : [];
  });
  return new Map(found);
}

/**
 * The pairs of capsules by which the body that is worked on is deeper than `bar` in that of actor number `other` at a time, the deepest first, in the space of the one that is worked
 * on; the first of each pair is its own. `by`: metres by which it stands elsewhere than it does.
 */
export function overlapsWith(
  { actors }: Pick<PlayedScene, 'actors'>,
  other: number,
  poseOf: PoseOf,
  bar: number,
): (time: number, by?: Vec3) => readonly Overlap[] {
  const [own, beside] = [actors[0]!, actors[other]!];
  const contacts = contactsBetween(own.rig, beside.rig);
  const allowed = new Float64Array(contacts.pairs.length);
  const place = placeSeenFrom(beside.place, own.place);
  const placed = new Float64Array(6 * contacts.shape.length);
  const [ownEnds, otherEnds] = [placed.subarray(0, 6 * own.rig.shape.length), placed.subarray(6 * own.rig.shape.length)];
  const put = ({ id, rig }: TouchingActor, time: number, ends: Float64Array) =>
    placeShape(rig.shape, forwardKinematics(rig.skeleton, poseOf(id, time)), ends);
  return (time, by = ZERO) => {
    put(own, time, ownEnds);
    for (let end = 0; end < ownEnds.length / 3; end++) ownEnds.set(add(vec3At(ownEnds, end), by), 3 * end);
    put(beside, time, otherEnds);
    for (let end = 0; end < otherEnds.length / 3; end++) otherEnds.set(fromPlace(place, vec3At(otherEnds, end)), 3 * end);
    return overlapsIn(contacts, placed, allowed, bar);
  };
}
