import type { PlayState } from '../../../core/animation/sampling.ts';
import type { Viewport } from './viewport.ts';

/** The arrangement of the panels. */
export interface Workspace {
  /** The arrangement of the panels as JSON. */
  layout(): string;
  /** Brings an arrangement back; one that cannot be used changes nothing. */
  restoreLayout(layout: string): void;
  resetLayout(): void;
  /** Gives the panel with the keyboard the whole window, or the others their places back. */
  toggleMaximized(): void;
  /** Makes a panel at least so many pixels high, at the scale 1. */
  growPanel(panel: PanelName, height: number): void;
  /** Brings a panel to the front of its group, beside the timeline where it is not there yet, and moves the keyboard there. */
  showPanel(panel: PanelName): void;
  /** Takes a panel away until it is shown again. */
  closePanel(panel: PanelName): void;
}

/** The panels of the window; the solver view comes when it is asked for. */
export const PANEL_NAMES = ['outliner', 'viewport', 'inspector', 'library', 'timeline', 'solver', 'mapping'] as const;

export type PanelName = (typeof PANEL_NAMES)[number];

/** Parts of the window that exist only while they are on screen: null before and after. */
export interface WindowParts {
  viewport: Viewport | null;
  workspace: Workspace | null;
  /** What is heard; missing where nothing can be. */
  sound?: SoundPart | null;
}

/** The sound of what plays. */
export interface SoundPart {
  /** Where playback is by the clock of what is heard, and whether it is at its end; null while nothing is heard. */
  playhead(): HeardPlayhead | null;
}

export interface HeardPlayhead extends PlayState {
  readonly isOver: boolean;
}
