import type { ChosenKey, CopiedKeys } from '../../../core/animation/chosen-keys.ts';
import type { ContactSpan } from '../../../core/animation/clip.ts';
import type { ClipIssue } from '../../../core/animation/lint/issues.ts';

/** How ghosts are chosen: the poses of the nearest keys, or of frames so many apart; so many on either side. */
export interface GhostSettings {
  readonly by: 'keys' | 'frames';
  readonly count: number;
}

/** How surely the motion of a clip is known, since it was found in a film. */
export interface Confidence {
  /** Identity of the document, and id of its clip. */
  readonly document: object;
  readonly clip: string;
  /** Frames a second when it was found. */
  readonly fps: number;
  /** Of each frame, 0 to 1. */
  readonly shares: readonly number[];
}

/** What the timeline shows beside the clip, kept while the window is open. */
export interface TimelineSession {
  /** Whether what is wrong with the clip stands beside its keys. */
  readonly isChecked: boolean;
  /** What is wrong with it, as it was found last; null while it is not checked, and until it is looked at. */
  readonly found: readonly ClipIssue[] | null;
  /** Whether the angles of what is selected stand in place of its keys, as curves. */
  readonly showsCurves: boolean;
  /** The issue that was gone to last. */
  readonly issue: ClipIssue | null;
  /** Keys that are chosen, and the id of the clip that they are of. */
  readonly chosen: { readonly clip: string; readonly keys: readonly ChosenKey[] } | null;
  /** Keys that were copied; null when a pose was copied since. */
  readonly copied: CopiedKeys | null;
  /** The contact that was chosen last. */
  readonly contact: ContactSpan | null;
  /** Name of the layer that was chosen last. */
  readonly layer: string | null;
  /** Seconds at which the marker stands that was chosen last, and whether its name is being written. */
  readonly marker: { readonly time: number; readonly isRenamed: boolean } | null;
  /** Id of the sound that was chosen last. */
  readonly sound: string | null;
  readonly ghosts: GhostSettings;
  /** How surely the motion that was found in a film last is known. */
  readonly confidence: Confidence | null;
}

export const NO_TIMELINE_SESSION: TimelineSession = {
  isChecked: false,
  found: null,
  showsCurves: false,
  issue: null,
  chosen: null,
  copied: null,
  contact: null,
  layer: null,
  marker: null,
  sound: null,
  ghosts: { by: 'keys', count: 2 },
  confidence: null,
};
