import type { Clip } from '../../../core/animation/clip.ts';
import { playedClipOf, sceneActor } from '../../../core/document/played-scene.ts';
import { carrierOf, propFrames, type PropFrames, type StandingActor } from '../../../core/document/prop-frames.ts';
import type { PropData } from '../../../core/document/project-data.ts';
import type { Project } from '../../../core/document/project.ts';
import { poseOfActor } from '../../../core/document/shown-pose.ts';
import type { Carrier } from '../../../core/animation/carrier.ts';
import { frameOfPlace, frameSeenFrom, type Frame } from '../../../core/math/frame.ts';
import { forwardKinematics } from '../../../core/skeleton/forward-kinematics.ts';
import type { DocumentState } from '../document-state.ts';
import type { OpenedCharacter } from '../../../electron/contract.ts';
import { characterOf } from '../scene/characters.ts';
import { rigsBeside } from '../scene/rigs.ts';
import { shownPlace } from '../scene/shown-place.ts';
import { shownPose, type StudioState } from '../studio.ts';

/** A prop as it is on screen. */
export interface ShownProp {
  readonly prop: PropData;
  /** As seen from the actor that is worked on, in whose space everything is drawn. */
  readonly frame: Frame;
  /** The file that it is of; null for a made shape, or where the file cannot be had. */
  readonly file: OpenedCharacter | null;
}

/** All props of the scene where they are on screen, without those that are hidden. */
export function shownProps(state: StudioState): readonly ShownProp[] {
  const { document, session, transient } = state;
  const props = document?.history.present.props ?? [];
  if (!document || props.length === 0) return NOTHING;
  const frames = framesOnScreen(state, document);
  const seenFrom = frameOfPlace(shownPlace(state));
  return props
    .filter(({ id }) => !session.hiddenProps.has(id))
    .map((prop) => {
      const dragged = transient.prop?.id === prop.id ? transient.prop : null;
      const file = prop.form.kind === 'file' ? characterOf(document, prop.form.hash) : null;
      const frame = frameSeenFrom(dragged?.frame ?? frames.at(prop, session.playback.time), seenFrom);
      return { prop: dragged?.form ? { ...prop, form: dragged.form } : prop, file, frame };
    });
}

const NOTHING: readonly ShownProp[] = [];

/** Where the props of the scene are: at the playhead by the poses on screen, at other times by those of the clip. */
export function framesOnScreen(state: StudioState, document: DocumentState): PropFrames {
  const { time } = state.session.playback;
  return framesIn(document, document.history.present, (actor, at) =>
    at === time && actor === document.history.present.workedOn ? onScreen(state, document) : null,
  );
}

/** The same for a project by what its clips hold, or by what `known` knows of an actor better. */
export function framesIn(
  document: DocumentState,
  project: Project,
  known: (actor: string, time: number) => StandingActor | null = () => null,
): PropFrames {
  return propFrames(project, (actor, time) => known(actor, time) ?? standingAt(document, project, actor, time));
}

function onScreen(state: StudioState, { rig }: DocumentState): StandingActor | null {
  const pose = shownPose(state);
  if (!pose) return null;
  return { place: shownPlace(state), skeleton: rig.skeleton, world: forwardKinematics(rig.skeleton, pose) };
}

/** How an actor stood at some moments of what it does in a clip. */
interface Stood {
  readonly clip: Clip;
  readonly at: Map<number, StandingActor>;
}

/** How actors stood last, by their own view of the scene: each picture asks for the same moments again. */
const stood = new WeakMap<Project, Stood>();

/** Moments that are kept of each actor: of the playhead and of what changes hands. */
const MOST_KEPT = 64;

function standingAt(document: DocumentState, project: Project, id: string, time: number): StandingActor | null {
  const rigOf = rigsBeside(document);
  const actor = sceneActor(project, document.rig, rigOf, id);
  const clip = playedClipOf(project, document.rig, rigOf, id);
  if (!actor || !clip) return null;
  const { view } = actor;
  let known = stood.get(view);
  if (known?.clip !== clip) known = { clip, at: new Map() };
  stood.set(view, known);
  const found = known.at.get(time);
  if (found) return found;
  const { skeleton } = actor.rig;
  const pose = poseOfActor(project, document.rig, rigOf, { id, time, isPlayed: false })!;
  const standing = { place: view.place, skeleton, world: forwardKinematics(skeleton, pose) };
  if (known.at.size >= MOST_KEPT) known.at.clear();
  known.at.set(time, standing);
  return standing;
}

/** The prop that is selected; null where none is. */
export function selectedProp({ document, session }: StudioState): PropData | null {
  const { prop } = session.selection;
  return prop === undefined ? null : (document?.history.present.props.find(({ id }) => id === prop) ?? null);
}

/** The selected prop as it is on screen. */
export function selectedShownProp(state: StudioState): ShownProp | null {
  const { prop } = state.session.selection;
  return prop === undefined ? null : (shownProps(state).find((each) => each.prop.id === prop) ?? null);
}

/** What carries a prop at the playhead; null: the world. */
export function carrierNow({ document, session }: StudioState, prop: PropData): Carrier | null {
  return document && carrierOf(prop, document.history.present, session.playback.time);
}
