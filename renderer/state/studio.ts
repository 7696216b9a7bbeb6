import { activeClip } from '../../core/document/edits/clips.ts';
import type { Project } from '../../core/document/project.ts';
import { poseOfClip, poseOnScreen } from '../../core/document/shown-pose.ts';
import { buildRig } from '../../core/humanoid/rigging/build-rig.ts';
import type { Pose } from '../../core/skeleton/pose.ts';
import type { Desktop } from '../../electron/contract.ts';
import type { RigBuilder } from '../reading/rig-builder.ts';
import { type Clock, createClock } from './clock.ts';
import type { DocumentState } from './document-state.ts';
import { INITIAL_SESSION, type SessionState } from './session-state.ts';
import type { TransientState } from './transient-state.ts';
import type { WindowParts } from './window/window-parts.ts';
import { watchWrites } from './saving/writing.ts';
import { type StoreApi, createStore } from 'zustand/vanilla';
import { rigsBeside } from './scene/rigs.ts';
import { lastOf } from '../../core/math/last-of.ts';

/**
 * The window's state, sorted by lifetime. The viewport and the panels are derived from it, one way; only the functions
 * of `renderer/state` and the tools change it.
 */
export interface StudioState {
  readonly document: DocumentState | null;
  readonly session: SessionState;
  readonly transient: TransientState;
}

export interface Studio extends StoreApi<StudioState> {
  readonly desktop: Desktop;
  readonly clock: Clock;
  readonly parts: WindowParts;
  readonly buildRig: RigBuilder;
}

export function createStudio(
  desktop: Desktop,
  clock: Clock = createClock(),
  parts: WindowParts = { viewport: null, workspace: null },
  buildBeside: RigBuilder = async (...parameters) => buildRig(...parameters),
): Studio {
  const store = createStore<StudioState>(() => ({
    document: null,
    session: INITIAL_SESSION,
    transient: { preview: null, feedback: null },
  }));
  const watched = watchWrites(desktop, (writing) => {
    const { session } = store.getState();
    store.setState({ session: { ...session, writing } });
  });
  return { ...store, desktop: watched, clock, parts, buildRig: buildBeside };
}

/** Whether the document differs from what was last saved or opened. */
export function hasUnsavedChanges(state: StudioState): boolean {
  return state.document !== null && state.document.history.present !== state.document.saved;
}

/** The pose on screen: the preview of a gesture while there is one, else what stands there without it. */
export function shownPose(state: StudioState): Pose | null {
  return state.transient.preview?.pose ?? standingPose(state);
}

/** The clip at the playhead, and in its place what is not keyed yet, but for a clip that plays; the same object until one of them changes. */
export function standingPose({ document, session }: StudioState): Pose | null {
  if (!document) return null;
  const { rig, history } = document;
  const { playing, time } = session.playback;
  const isPlayed = playing && activeClip(history.present).tracks.length > 0;
  return found(history.present, [rig, time, isPlayed], () =>
    (isPlayed ? poseOfClip : poseOnScreen)(rig, history.present, time, rigsBeside(document)),
  );
}

/** What was found last for each state of a project: many panels ask at every change. */
const found = lastOf<Project, Pose>();
