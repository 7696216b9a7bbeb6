import { allTracks, poseOffset, ROOT_TRACK, type Clip } from '../animation/clip.ts';
import { sampleClip } from '../animation/sampling.ts';
import type { Rig } from '../humanoid/body/rig.ts';
import { angleBetween } from '../math/quat.ts';
import { distance } from '../math/vec3.ts';
import { clampPose } from '../skeleton/limit-state.ts';
import { restPose, rootTranslationOf, rotationOf, type Pose } from '../skeleton/pose.ts';
import type { Skeleton } from '../skeleton/skeleton.ts';
import { showsUnkeyed } from './edits/clips.ts';
import { playedClipOf, sceneActor, type RigOfActor } from './played-scene.ts';
import type { Project } from './project.ts';

/** What is on screen with the playhead at `time`, seconds: the clip on the timeline there, and in its place what is not keyed yet. */
export function poseOnScreen(rig: Rig, project: Project, time: number, rigOf: RigOfActor): Pose {
  return showsUnkeyed(project, time) ? project.unkeyed!.pose : poseOfClip(rig, project, time, rigOf);
}

/** What the clip on the timeline shows at `time`, seconds; rest, as near as limits let it, while it has no keys. */
export function poseOfClip(rig: Rig, project: Project, time: number, rigOf: RigOfActor): Pose {
  return poseAt(rig, playedClipOf(project, rig, rigOf, project.workedOn)!, time);
}

function poseAt({ skeleton }: Rig, clip: Clip, time: number): Pose {
  return clip.tracks.length > 0 ? sampleClip(skeleton, clip, time) : clampPose(skeleton, restPose(skeleton)).pose;
}

/** How any actor of the scene stands then: `isPlayed` for the clip alone, whatever is not keyed yet; null for one that is not there. */
export function poseOfActor(
  project: Project,
  rig: Rig,
  rigOf: RigOfActor,
  { id, time, isPlayed }: { readonly id: string; readonly time: number; readonly isPlayed: boolean },
): Pose | null {
  const actor = sceneActor(project, rig, rigOf, id);
  const clip = playedClipOf(project, rig, rigOf, id);
  if (!actor || !clip) return null;
  const showsClip = (isPlayed && clip.tracks.length > 0) || !showsUnkeyed(actor.view, time);
  return showsClip ? poseAt(actor.rig, clip, time) : actor.view.unkeyed!.pose;
}

/** The project without an unkeyed pose that the clip on the timeline shows of itself at that moment. */
export function withoutKeyedPose(rig: Rig, project: Project, rigOf: RigOfActor): Project {
  const { unkeyed } = project;
  if (!unkeyed || !showsUnkeyed(project, unkeyed.time)) return project;
  const isKeyed = changedTracks(rig.skeleton, poseOfClip(rig, project, unkeyed.time, rigOf), unkeyed.pose).length === 0;
  return isKeyed ? { ...project, unkeyed: null } : project;
}

/** By how much a pose differs that counts as another one. */
export interface LeastChange {
  /** Radians that a joint is turned by. */
  readonly turned: number;
  /** Metres that the root is away. */
  readonly moved: number;
  /** Share of an expression, of 1. */
  readonly faded: number;
}

/** What is mere rounding is no change. */
const ROUNDING: LeastChange = { turned: 1e-6, moved: 1e-6, faded: 1e-6 };

/** What two poses have otherwise, as tracks name it: joints, the root's translation, expressions. */
export function changedTracks(skeleton: Skeleton, a: Pose, b: Pose, least: LeastChange = ROUNDING): number[] {
  return allTracks(skeleton).filter((track) => {
    if (track === ROOT_TRACK) return distance(rootTranslationOf(a), rootTranslationOf(b)) > least.moved;
    if (track > ROOT_TRACK) return angleBetween(rotationOf(a, track), rotationOf(b, track)) > least.turned;
    const at = poseOffset(track, a);
    return Math.abs(a[at]! - b[at]!) > least.faded;
  });
}
