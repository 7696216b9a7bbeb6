import type { Carrier } from '../../../core/animation/carrier.ts';
import type { PropRest } from '../../../core/animation/prop-motion.ts';
import { barOf, type Bar } from '../../../core/contact/furniture.ts';
import { STANDARD_SHAPES } from '../../../core/contact/shape.ts';
import { fromAxes } from '../../../core/math/quat.ts';
import type { Vec3 } from '../../../core/math/vec3.ts';
import { activeClip } from '../../../core/document/edits/clips.ts';
import {
  addProp,
  changeProp,
  clearPropAt,
  hangsFrom,
  releaseFrom,
  removeProp,
  restProp,
  retimeProp,
  setCarrier,
  setGround,
  setPropKey,
} from '../../../core/document/edits/props.ts';
import { carrierOf, motionOfProp } from '../../../core/document/prop-frames.ts';
import { freeNumber } from '../../../core/document/ids.ts';
import type { GripData, MadeShape, PropData, PropForm } from '../../../core/document/project-data.ts';
import type { Project } from '../../../core/document/project.ts';
import { composeFrames, frameOfPlace, frameSeenFrom, type Frame } from '../../../core/math/frame.ts';
import type { DocumentState } from '../document-state.ts';
import { commitEdit } from '../editing.ts';
import { keepView } from '../saving/journal.ts';
import { freeName } from '../scene/free-name.ts';
import { shownPlace } from '../scene/shown-place.ts';
import { selectProp } from '../selection.ts';
import type { Studio, StudioState } from '../studio.ts';
import type { TransientState } from '../transient-state.ts';
import { frameAt } from '../timeline/clips.ts';
import { asSentence, notify } from '../window/notify.ts';
import { freeFrame } from './free-frame.ts';
import { problemOfForm } from './prop-shape.ts';
import { framesOnScreen } from './shown-props.ts';

/** What new things are called. */
export const SHAPE_NAMES: Readonly<Record<MadeShape['kind'], string>> = {
  box: 'Box',
  ball: 'Ball',
  cylinder: 'Cylinder',
  plane: 'Plane',
  stairs: 'Stairs',
  ramp: 'Ramp',
  chair: 'Chair',
  table: 'Table',
  door: 'Door',
};

/** Shapes that feet stand on from the beginning. */
const STOOD_ON: ReadonlySet<MadeShape['kind']> = new Set(['plane', 'stairs', 'ramp']);

/** Puts a thing of a shape on the floor beside the character, or ahead where feet stand on it, and selects it. */
export function addShape(studio: Studio, kind: MadeShape['kind']): void {
  addThing(studio, SHAPE_NAMES[kind], STANDARD_SHAPES[kind], STOOD_ON.has(kind));
}

/** The same for a thing of any form. */
export function addThing(studio: Studio, name: string, form: PropForm, isGround = false): void {
  const state = studio.getState();
  const { document } = state;
  if (!document) return;
  const rest: PropRest = { ...composeFrames(frameOfPlace(shownPlace(state)), freeFrame(state, form, isGround)), by: null };
  const bar = barOf(form);
  putIn(studio, document, `Add ${name.toLowerCase()}`, {
    id: 'prop',
    name: freeName(namesIn(document.history.present), name),
    form,
    ...(isGround && { isGround }),
    ...(bar && { grips: [gripOfBar(bar)] }),
    rest,
    motions: {},
  });
}

/** Metres from the middle of a palm to the middle of a bar that it holds, less half of that: to the palm's side, and along the hand. */
const BESIDE_PALM = 0.012;
const ALONG_PALM = 0.015;

/** How a right hand holds an upright bar that it is before: the thumb up. */
function gripOfBar({ at, thick }: Bar): GripData {
  const position: Vec3 = [at[0] - thick / 2 - BESIDE_PALM, at[1], at[2] - ALONG_PALM];
  return { hand: 'right', position, rotation: fromAxes([0, 0, 1], [0, 1, 0], [-1, 0, 0]) };
}

/** Metres that a copy stands beside what it is of. */
const BESIDE = 0.3;

/** Puts another thing of the same form beside a prop, and selects it. It does what the first one does. */
export function duplicateProp(studio: Studio, prop: PropData): void {
  const { document } = studio.getState();
  if (!document) return;
  const [x, y, z] = prop.rest.position;
  const name = freeName(namesIn(document.history.present), prop.name);
  putIn(studio, document, `Duplicate ${prop.name}`, { ...prop, name, rest: { ...prop.rest, position: [x + BESIDE, y, z] } });
}

/** Adds a prop under a free id, whatever its own is, and selects it. */
function putIn(studio: Studio, { revisions, history }: DocumentState, label: string, prop: PropData): void {
  const id = `prop-${freeNumber('props', history.present.props, revisions)}`;
  commitEdit(studio, label, (project) => addProp(project, { ...prop, id }));
  selectProp(studio, id);
}

function namesIn({ props }: Project): readonly string[] {
  return props.map(({ name }) => name);
}

/** Takes a prop out of the scene. What hangs from it stays where it is at the playhead. */
export function deleteProp(studio: Studio, { id, name }: PropData): void {
  const state = studio.getState();
  commitEdit(studio, `Delete ${name}`, (project) =>
    removeProp(
      releasedAt(state, project, (by) => 'prop' in by && by.prop === id),
      id,
    ),
  );
}

/** The project with all let go of that hangs from what is going, where it is at the playhead. */
export function releasedAt(state: StudioState, project: Project, isGoing: (by: Carrier) => boolean): Project {
  const { document, session } = state;
  if (!document || project.props.length === 0) return project;
  const frames = framesOnScreen(state, document);
  return releaseFrom(project, isGoing, (prop) => frames.at(prop, session.playback.time));
}

/** Calls a prop by another name; an empty one leaves it as it is. */
export function nameProp(studio: Studio, { id }: PropData, name: string): void {
  if (name.trim() !== '') commitEdit(studio, 'Rename prop', (project) => changeProp(project, id, { name }));
}

/** Gives a prop another size or scale, where it stays one that can be touched. */
export function formProp(studio: Studio, { id, name }: PropData, form: PropForm): void {
  const { document } = studio.getState();
  const problem = document && problemOfForm(document, form);
  if (problem) return notify(studio, 'warning', asSentence(problem));
  commitEdit(studio, `Resize ${name}`, (project) => changeProp(project, id, { form }));
}

/** Gives a prop that Limber makes another form, and puts it somewhere in the scene where the clip does not move it. */
export function resizeProp(studio: Studio, prop: PropData, form: MadeShape, frame: Frame): void {
  const state = studio.getState();
  commitEdit(studio, `Resize ${prop.name}`, (project) => {
    const formed = changeProp(project, prop.id, { form });
    return isMovedByClip(state, prop) ? formed : placed(state, formed, prop, frame);
  });
}

/** Whether the clip on the timeline says where a prop is. */
export function isMovedByClip({ document }: StudioState, prop: PropData): boolean {
  if (!document) return false;
  const { keys, changes } = motionOfProp(prop, document.history.present.activeClip);
  return keys.length > 0 || changes.length > 0;
}

/** Lets feet stand on a prop, or not. */
export function standOnProp(studio: Studio, { id, name }: PropData, isGround: boolean): void {
  commitEdit(studio, isGround ? `Stand on ${name}` : `Do not stand on ${name}`, (project) => setGround(project, id, isGround));
}

/** The frame of the clip at the playhead, seconds: where keys of props are set. */
export function frameTime({ document, session }: StudioState): number {
  const clip = document && activeClip(document.history.present);
  return clip ? frameAt(clip, session.playback.time) / clip.fps : 0;
}

/** Puts a prop somewhere in the scene: by a key at the playhead where the clip moves it already, else for good. */
export function placeProp(studio: Studio, prop: PropData, frame: Frame): void {
  commitEdit(studio, `Move ${prop.name}`, (project) => placed(studio.getState(), project, prop, frame));
}

function placed(state: StudioState, project: Project, { id }: PropData, frame: Frame): Project {
  const { document } = state;
  const prop = project.props.find((each) => each.id === id);
  if (!document || !prop) return project;
  return isMovedByClip(state, prop)
    ? keyedAt(state, document, project, prop, frame)
    : restProp(project, id, restIn(state, document, prop.rest.by, frame));
}

/** Where a prop rests that something carries, by where it is in the scene at the playhead. */
function restIn(state: StudioState, document: DocumentState, by: Carrier | null, frame: Frame): PropRest {
  const carrier = framesOnScreen(state, document).ofCarrier(by, state.session.playback.time);
  return { ...frameSeenFrom(frame, carrier), by };
}

function keyedAt(state: StudioState, document: DocumentState, project: Project, prop: PropData, frame: Frame): Project {
  const time = frameTime(state);
  const by = carrierOf(prop, project, time);
  const held = frameSeenFrom(frame, framesOnScreen(state, document).ofCarrier(by, state.session.playback.time));
  return setPropKey(project, prop.id, project.activeClip, { ...held, time, interpolation: 'ease' });
}

/** Sets a key of a prop at the playhead, where it is. */
export function withPropKeyed(state: StudioState, prop: PropData): (project: Project) => Project {
  const document = state.document!;
  const frame = framesOnScreen(state, document).at(prop, state.session.playback.time);
  return (project) => keyedAt(state, document, project, prop, frame);
}

/** The same as a step. */
export function keyProp(studio: Studio, prop: PropData): void {
  commitEdit(studio, `Key ${prop.name}`, withPropKeyed(studio.getState(), prop));
}

/** Takes away what is keyed of a prop, or changes of it, at a time of the clip. */
export function clearProp(studio: Studio, { id, name }: PropData, time: number): void {
  commitEdit(studio, `Delete keys of ${name}`, (project) => clearPropAt(project, id, project.activeClip, time));
}

/** Moves what a prop has at a time of the clip to another one. */
export function moveInTime(studio: Studio, { id, name }: PropData, from: number, to: number): void {
  commitEdit(studio, `Move key of ${name}`, (project) => retimeProp(project, id, project.activeClip, from, to));
}

/** Whether something can carry a prop: it does not hang from that prop itself. */
export function canCarry(project: Project, prop: PropData, by: Carrier | null): boolean {
  return by === null || 'actor' in by || !hangsFrom(project, by.prop, prop.id);
}

/**
 * Lets something else carry a prop from the playhead on; null: it is let go. It stays where it is. At the beginning of a clip that does not move it, it hangs there
 * in every clip.
 */
export function carryProp(studio: Studio, prop: PropData, by: Carrier | null): void {
  const state = studio.getState();
  const { document } = state;
  if (!document || !canCarry(document.history.present, prop, by)) return;
  const time = frameTime(state);
  const { activeClip: clip } = document.history.present;
  const { keys, changes } = motionOfProp(prop, clip);
  const frame = framesOnScreen(state, document).at(prop, state.session.playback.time);
  commitEdit(studio, by === null ? `Let go of ${prop.name}` : `Take ${prop.name}`, (project) =>
    time === 0 && keys.length === 0 && changes.length === 0
      ? restProp(project, prop.id, restIn(state, document, by, frame))
      : setCarrier(project, prop.id, clip, time, by),
  );
}

/** Whether a prop is left out of the picture. */
export function setPropHidden(studio: Studio, id: string, hides: boolean): void {
  const { session } = studio.getState();
  const hiddenProps = new Set(session.hiddenProps);
  if (hides) hiddenProps.add(id);
  else hiddenProps.delete(id);
  studio.setState({ session: { ...session, hiddenProps } });
  keepView(studio);
}

/** Shows a prop somewhere else, or in another form, while it is dragged, without a step of history; null: where it is. */
export function previewProp(studio: Studio, shown: TransientState['prop'] | null): void {
  const { prop: _, ...transient } = studio.getState().transient;
  studio.setState({ transient: shown ? { ...transient, prop: shown } : transient });
}
