import { dropUnkeyed } from '../../../core/document/edits/posing.ts';
import { changedTracks } from '../../../core/document/shown-pose.ts';
import { expressionOf, type Clip, type ClipLayer } from '../../../core/animation/clip.ts';
import { freeLayerName, LAYER_WEIGHTS, layerBetween, spanOfLayer } from '../../../core/animation/layers.ts';
import { activeClip, flattenClip, setClipLayers } from '../../../core/document/edits/clips.ts';
import { clamp } from '../../../core/math/angles.ts';
import { frameAt, poseAtTime, shownClip } from './clips.ts';
import { commitEdit } from '../editing.ts';
import { jointLabel } from '../../../core/humanoid/body/joint-labels.ts';
import { notify } from '../window/notify.ts';
import { pause, showFrame } from './playback.ts';
import { selectedJoint } from '../selection.ts';
import { shownPose, type Studio, type StudioState } from '../studio.ts';
import { setTimelineSession } from './set-timeline-session.ts';
import { wordingOf } from '../window/wording.ts';

/** Seconds before and after its frame at which a new layer is gone. */
const FADE = 0.4;
/** By how much a layer becomes weaker or stronger. */
export const WEIGHT_STEP = 0.1;

const NOTHING: readonly ClipLayer[] = [];

/** What is laid over the clip on the timeline. */
export function clipLayers(state: StudioState): readonly ClipLayer[] {
  return shownClip(state)?.layers ?? NOTHING;
}

/** The layer that was chosen last, while the clip has it; a single one is meant without being chosen. */
export function chosenLayer(state: StudioState): ClipLayer | null {
  const layers = clipLayers(state);
  if (layers.length === 1) return layers[0]!;
  return layers.find(({ name }) => name === state.session.timeline.layer) ?? null;
}

export function chooseLayer(studio: Studio, name: string): void {
  setTimelineSession(studio, { layer: name });
}

/** Chooses a layer and goes to the frame that it was made at. */
export function goToLayer(studio: Studio, layer: ClipLayer): void {
  const clip = shownClip(studio.getState());
  if (!clip) return;
  pause(studio);
  chooseLayer(studio, layer.name);
  showFrame(studio, frameAt(clip, spanOfLayer(layer)[1]));
}

/** Lays what the pose on screen has otherwise than the clip over it, fading before and after the playhead; its keys stay as they are. */
export function addLayer(studio: Studio): void {
  const state = studio.getState();
  const { document } = state;
  const clip = shownClip(state);
  const posed = shownPose(state);
  if (!document || !clip || !posed) return;
  const frame = frameAt(clip, state.session.playback.time);
  const time = frame / clip.fps;
  const shown = poseAtTime(document, time);
  if (!shown) return;
  const joint = selectedJoint(state);
  const what = joint === null ? 'Change' : jointLabel(document.rig, joint);
  const name = freeLayerName(`${what} at ${frame}`, clipLayers(state));
  const fade = clip.loop ? Math.min(FADE, clip.duration / 2) : FADE;
  const range = clip.loop
    ? ([time - fade, time + fade] as const)
    : ([Math.max(0, time - fade), Math.min(clip.duration, time + fade)] as const);
  const layer = layerBetween(document.rig.skeleton, name, time, range, shown, posed);
  const { skeleton } = document.rig;
  const isOfFace = changedTracks(skeleton, shown, posed).some((track) => expressionOf(track) >= 0);
  if (isOfFace) notify(studio, 'info', 'A layer holds the body only: “Key expressions” keys the face.');
  if (!layer) return;
  commitEdit(studio, `Add ${what.toLowerCase()} as layer at ${wordingOf(state).frame(frame)}`, (project) =>
    setClipLayers(isOfFace ? project : dropUnkeyed(project), [...(activeClip(project).layers ?? []), layer]),
  );
  chooseLayer(studio, name);
}

/** Lets a layer begin and end at other frames, no nearer than its own. */
export function moveLayerEnds(studio: Studio, layer: ClipLayer, first: number, last: number): void {
  const clip = shownClip(studio.getState());
  if (!clip) return;
  const [from, to] = layerEnds(clip, layer, first, last);
  if (from === layer.from && to === layer.to) return;
  change(studio, layer, `Fade layer ${layer.name}`, { from, to });
}

/** The ends of a layer at these frames, as far as its own keys and the clip let it, seconds; in a loop it fades beyond the seam, for half a round. */
export function layerEnds(clip: Clip, layer: ClipLayer, first: number, last: number): readonly [from: number, to: number] {
  const [, begin, end] = spanOfLayer(layer);
  const half = clip.duration / 2;
  const [least, most] = clip.loop ? [begin - half, end + half] : [Math.min(0, begin), Math.max(end, clip.duration)];
  return [clamp(first / clip.fps, least, begin), clamp(last / clip.fps, end, most)];
}

/** Leaves a layer out of what is played, or plays it again. */
export function toggleLayer(studio: Studio, layer: ClipLayer): void {
  const { isMuted, ...rest } = layer;
  const next: ClipLayer = isMuted ? rest : { ...layer, isMuted: true };
  replace(studio, layer, `${isMuted ? 'Unmute' : 'Mute'} layer ${layer.name}`, next);
}

/** How much of a layer is played, 0 to 2. */
export function setLayerWeight(studio: Studio, layer: ClipLayer, weight: number): void {
  const next = clamp(Math.round(100 * weight) / 100, ...LAYER_WEIGHTS);
  if (next === layer.weight) return;
  change(studio, layer, `Layer ${layer.name} at ${Math.round(100 * next)} %`, { weight: next });
}

export function deleteLayer(studio: Studio, layer: ClipLayer): void {
  commitEdit(studio, `Delete layer ${layer.name}`, (project) =>
    setClipLayers(
      project,
      (activeClip(project).layers ?? []).filter(({ name }) => name !== layer.name),
    ),
  );
}

/** Brings what the layers that are played change into the keys of the clip. */
export function flattenLayersOfClip(studio: Studio): void {
  const { document } = studio.getState();
  if (document) commitEdit(studio, 'Flatten layers', (project) => flattenClip(project, document.rig));
}

function change(studio: Studio, layer: ClipLayer, label: string, fields: Partial<ClipLayer>): void {
  replace(studio, layer, label, { ...layer, ...fields });
}

function replace(studio: Studio, layer: ClipLayer, label: string, next: ClipLayer): void {
  commitEdit(studio, label, (project) =>
    setClipLayers(
      project,
      (activeClip(project).layers ?? []).map((each) => (each.name === layer.name ? next : each)),
    ),
  );
  chooseLayer(studio, layer.name);
}
