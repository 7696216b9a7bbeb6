import {
  aimWay,
  followWay,
  keysAlongWay,
  orbitWay,
  steadied,
  STEADY_SECONDS,
  type PointWay,
  type ShotWay,
} from '../../../core/animation/camera-ways.ts';
import { clearCamera, setCameraKeys } from '../../../core/document/edits/cameras.ts';
import { jointWay } from '../../../core/document/joint-way.ts';
import type { CameraData } from '../../../core/document/project-data.ts';
import { shotOf } from '../../../core/document/shots.ts';
import { jointLabel } from '../../../core/humanoid/body/joint-labels.ts';
import { KEY_TIME_TOLERANCE } from '../../../core/math/tolerances.ts';
import { commitEdit } from '../editing.ts';
import { framesIn, selectedProp } from '../props/shown-props.ts';
import { rigsBeside } from '../scene/rigs.ts';
import { selectedJoint } from '../selection.ts';
import type { Studio, StudioState } from '../studio.ts';
import { frameAt, shownClip } from '../timeline/clips.ts';
import { playRange } from '../timeline/playback.ts';
import { shotInScene } from './shown-cameras.ts';

/** Lets a camera go round what it aims at, once in the play range; `rounds` below 0 go the other way. */
export function orbitByKeys(studio: Studio, camera: CameraData, rounds: number): void {
  const state = studio.getState();
  const [from, to] = playRange(state);
  keyWay(studio, camera, `Orbit with ${camera.name}`, orbitWay(shotInScene(state, camera), from, to, rounds));
}

/** Lets a camera go along with what is selected, or with the hips, in the play range. */
export function followByKeys(studio: Studio, camera: CameraData): void {
  const state = studio.getState();
  const followed = followedIn(state);
  if (!followed) return;
  // As the camera stands at the playhead to what it follows.
  const way = followWay(shotInScene(state, camera), steady(state, followed.way), frameTimeOf(state));
  keyWay(studio, camera, `Follow ${followed.name} with ${camera.name}`, way);
}

/** Lets a camera aim at what is selected, or at the hips, wherever its keys have it in the play range. */
export function aimByKeys(studio: Studio, camera: CameraData): void {
  const state = studio.getState();
  const followed = followedIn(state);
  const clip = shownClip(state);
  if (!followed || !clip) return;
  const way = aimWay((time) => shotOf(camera, clip.id, time), steady(state, followed.way));
  keyWay(studio, camera, `Aim ${camera.name} at ${followed.name}`, way);
}

/** Whether the play range has two frames, between which something can go on. */
export function hasFrames(state: StudioState): boolean {
  return timesIn(state).length > 1;
}

/** The keys of the play range give way to few that go along a way. */
function keyWay(studio: Studio, camera: CameraData, label: string, way: ShotWay): void {
  const times = timesIn(studio.getState());
  if (times.length < 2) return;
  const keys = keysAlongWay(way, times);
  commitEdit(studio, label, (project) => {
    const clip = project.activeClip;
    const [from, to] = [times[0]! - KEY_TIME_TOLERANCE, times.at(-1)! + KEY_TIME_TOLERANCE];
    return setCameraKeys(clearCamera(project, camera.id, clip, from, to), camera.id, clip, keys);
  });
}

/** The frames of the play range, seconds. */
function timesIn(state: StudioState): readonly number[] {
  const clip = shownClip(state);
  if (!clip) return [];
  const [from, to] = playRange(state).map((time) => frameAt(clip, time)) as [number, number];
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, i) => (from + i) / clip.fps);
}

function frameTimeOf(state: StudioState): number {
  const clip = shownClip(state);
  return clip ? frameAt(clip, state.session.playback.time) / clip.fps : 0;
}

/** At the playhead too, wherever that is. */
function steady(state: StudioState, way: PointWay): PointWay {
  return steadied(way, timesIn(state), STEADY_SECONDS);
}

interface Followed {
  readonly name: string;
  readonly way: PointWay;
}

/** What is selected, or the hips of the character that is worked on, over the clip on the timeline; null where there is none. */
function followedIn(state: StudioState): Followed | null {
  const { document } = state;
  if (!document) return null;
  const prop = selectedProp(state);
  if (prop) {
    const frames = framesIn(document, document.history.present);
    return { name: prop.name, way: (time) => frames.at(prop, time).position };
  }
  const joint = selectedJoint(state) ?? document.rig.humanoid.hips ?? 0;
  return {
    name: jointLabel(document.rig, joint).toLowerCase(),
    way: jointWay(document.history.present, document.rig, rigsBeside(document), joint),
  };
}
