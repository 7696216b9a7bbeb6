import { createStore, type StoreApi } from 'zustand/vanilla';
import type { History } from '../../core/document/history.ts';
import type { Project } from '../../core/document/project.ts';
import type { HandleName } from '../../core/humanoid/body/handles.ts';
import type { Followers } from '../../core/humanoid/pulling/followers.ts';
import type { PullMove } from '../../core/humanoid/pulling/pull-move.ts';
import type { Rig } from '../../core/humanoid/body/rig.ts';
import type { Outcome } from '../../core/ik/request/outcome.ts';
import type { PriorSource } from '../../core/library/prior/pose-prior.ts';
import type { Pose } from '../../core/skeleton/pose.ts';
import type {
  AppInfo,
  CameraView,
  Desktop,
  DialogRequest,
  ExportClipRequest,
  OpenedCharacter,
  PartRevisions,
  PictureRequest,
  ProjectNews,
} from '../../electron/contract.ts';
import type { BodyPart } from './body-parts.ts';
import type { ContextMenu } from './context-menu.ts';
import { createClock, type Clock } from './clock.ts';
import { DEFAULT_SETTINGS, type Settings } from './default-settings.ts';
import type { MotionSource } from './motion-source.ts';
import type { TourStep } from './tour.ts';
import type { WindowParts } from './window-parts.ts';
import { NO_TIMELINE_SESSION, type TimelineSession } from './timeline-session.ts';
import { watchWrites, type Writing } from './writing.ts';

/**
 * The window's state, sorted by lifetime. The viewport and the panels are derived from it, one way; only the functions
 * of `renderer/state` and the tools change it.
 */
export interface StudioState {
  readonly document: DocumentState | null;
  readonly session: SessionState;
  readonly transient: TransientState;
}

/** The saved document and what was derived from it. */
export interface DocumentState {
  readonly history: History;
  readonly character: OpenedCharacter;
  /** Built from the character's scene and `project.rig`; a new one whenever those settings change. */
  readonly rig: Rig;
  /** Project folder; null until the first save. */
  readonly folder: string | null;
  /** The project as it was last saved or opened: compared by reference to tell unsaved changes. */
  readonly saved: Project;
  /** The revisions of the files that `saved` was read from or written to; null when no folder holds it. */
  readonly revisions: PartRevisions | null;
  /** What others did to parts that have unsaved changes here: it waits until these are saved or undone. */
  readonly waiting: readonly ProjectNews[];
}

/** Kept while the window is open. */
export interface SessionState {
  readonly app: AppInfo | null;
  readonly selection: Selection;
  /** What is selected beside it, in the order of its choosing: edits of the selection are of all of it. */
  readonly alsoSelected: readonly Selection[];
  /** Joints that neither the viewport shows nor a click finds; their mesh stays. */
  readonly hiddenJoints: ReadonlySet<number>;
  /** The handle that was selected by the keyboard: while it is selected, arrow keys move it. */
  readonly keyboardHandle: HandleName | null;
  readonly tool: ToolName;
  /** Who follows what is pulled. */
  readonly followers: Followers;
  readonly space: Space;
  /** Whether a handle that comes near to the floor is put on it. */
  readonly snapsToFloor: boolean;
  /** Whether the floor stops what is pulled, and all that goes along. */
  readonly floorStops: boolean;
  /** Whether what is done to one side of the body happens to the other side too, in a mirror. */
  readonly mirrorsLive: boolean;
  /** Whether limbs stop at the trunk, the head and each other. */
  readonly bodyStops: boolean;
  readonly view: ViewSettings;
  readonly settings: Settings;
  readonly system: SystemLook;
  readonly playback: Playback;
  /** Whether every change of the pose also sets a key at the playhead. */
  readonly autoKey: boolean;
  /** Whether an edited limit is mirrored onto the joint on the other side of the body. */
  readonly mirrorLimits: boolean;
  readonly library: LibrarySession;
  readonly timeline: TimelineSession;
  /** Where the document's character is seen from when it has arrived; null: all of it is shown. */
  readonly openingCamera: CameraView | null;
  /** Whether the name of the clip on the timeline is being edited. */
  readonly isRenamingClip: boolean;
  readonly inspectorPage: InspectorPage;
  readonly settingsPage: SettingsPage;
  /** The page that the handbook shows, as its file is called. */
  readonly handbookPage: string;
  /** A pose that was copied, for pasting. */
  readonly clipboard: Pose | null;
  /** Parts of the body that were copied, in the pose that they were copied from. */
  readonly copiedParts: { readonly parts: readonly BodyPart[]; readonly pose: Pose; readonly rig: Rig } | null;
  /** The last pose that was lost from view unkeyed when the playhead moved. */
  readonly dropped: DroppedPose | null;
  /** The steps of the tour that are done; null while there is no tour. */
  readonly tour: readonly TourStep[] | null;
  /** How the last picture or film was drawn; null before the first. */
  readonly picture: PictureRequest | null;
  /** What was exported last, for doing it again. */
  readonly lastExport: LastExport | null;
  readonly notices: readonly Notice[];
  /** Open dialogs; the last one is on top. */
  readonly dialogs: readonly Dialog[];
  readonly contextMenu: ContextMenu | null;
  /** Long work in progress: shown with a bar and a cancel button. */
  readonly work: Work | null;
  /** What is being written to files at the moment: closing asks first. */
  readonly writing: Writing | null;
  /** Whether the journal lacks edits because it could not be written: the next entry begins it anew. */
  readonly isJournalBroken: boolean;
}

/** Lives no longer than a gesture. */
export interface TransientState {
  /** Shown instead of the document's pose while a drag, a blend or playback is under way. */
  readonly preview: Preview | null;
  /** How the last solve ended. */
  readonly feedback: SolveFeedback | null;
}

export interface Selection {
  readonly joint: number | null;
  readonly handle: HandleName | null;
}

/** `pull` drags handles with inverse kinematics; `rotate` turns the selected joint with rings. */
export type ToolName = 'pull' | 'rotate';

/** Whose axes a handle moves along and turns about: the world's, its own joint's, or the picture's. */
export type Space = 'world' | 'local' | 'camera';

/** Pages of the inspector. */
export type InspectorPage = 'selection' | 'character' | 'solver';

/** How the system is set to look. */
export interface SystemLook {
  readonly isLight: boolean;
  /** Whether it is set to reduce motion. */
  readonly isStill: boolean;
  /** Whether it replaces the colours of every program by few of strong contrast. */
  readonly hasForcedColours: boolean;
}

/** Pages of the settings. */
export type SettingsPage = 'look' | 'viewport' | 'keys' | 'files';

export interface ViewSettings {
  readonly mesh: boolean;
  readonly bones: boolean;
  readonly handles: boolean;
  /** Arrows, planes and rings on the selected handle. */
  readonly gizmo: boolean;
  readonly limits: boolean;
  readonly grid: boolean;
  readonly balance: boolean;
  /** The capsules that contacts are measured by. */
  readonly shape: boolean;
  /** Motion trails of handles. */
  readonly trails: boolean;
  /** The body at other moments of the clip. */
  readonly ghosts: boolean;
}

export interface Playback {
  readonly playing: boolean;
  /** Seconds on the timeline of the active clip. */
  readonly time: number;
  /** Times the speed of the clip: ¼ to 4. */
  readonly speed: number;
  /** Whether playback goes back from the end as it came, and on from the beginning. */
  readonly pingPong: boolean;
  /** −1 on the way back. */
  readonly direction: 1 | -1;
  /** What of a clip is played, seconds on its timeline; null: all of it. */
  readonly range: { readonly clip: string; readonly from: number; readonly to: number } | null;
}

export interface DroppedPose {
  readonly pose: Pose;
  /** The rig that it was posed on. */
  readonly rig: Rig;
  /** Id of the clip on the timeline then, and seconds on it. */
  readonly clip: string;
  readonly time: number;
}

export interface LibrarySession {
  /** Id of the saved pose that the library's commands speak of. */
  readonly selected: string | null;
  /** Id of the saved pose whose name is being edited. */
  readonly renaming: string | null;
  /** Which poses are shown: all, favourites, or those of a folder. */
  readonly place: LibraryPlace;
  /** Which parts of the body poses are applied to; null for all of it. */
  readonly mask: readonly BodyPart[] | null;
}

export type LibraryPlace = 'all' | 'favourites' | `folder:${string}`;

export interface Preview {
  readonly pose: Pose;
  readonly cause: 'pull' | 'rotate' | 'blend' | 'playback' | 'replay';
  /** In a replay: the joint that the step on screen turned, and whether its limit held it back. */
  readonly stepped?: { readonly joint: number; readonly held: boolean };
}

export interface SolveFeedback {
  readonly outcome: Outcome;
  readonly milliseconds: number;
  readonly handle: HandleName | null;
  /** What the pull had to start from anew to get there, null when the pose on screen led to its target. */
  readonly origin: PullOrigin | null;
  /** The saved poses that the body followed, the weightiest first. */
  readonly followed: readonly PriorSource[];
  /** What was asked: lets the solver view do it again. */
  readonly move: PullMove | null;
  /** The playhead and the selection at the time: the status line tells of it until one of them changes. */
  readonly at?: { readonly time: number; readonly selection: Selection };
}

/** A start other than the pose on screen: a saved pose, or one made at random. */
export type PullOrigin = { readonly kind: 'seed'; readonly name: string } | { readonly kind: 'random' };

/** The active clip, a part of it in seconds or at another rate, or all clips that hold keys. */
export type ExportedClips = { readonly kind: 'active'; readonly range?: ExportClipRequest['range'] } | { readonly kind: 'all' };

export interface LastExport {
  readonly what: ExportedClips | 'pose';
  readonly path: string;
  /** Hash of the character that it was of. */
  readonly character: string;
}

export interface Notice {
  readonly id: number;
  readonly kind: 'info' | 'warning' | 'error';
  readonly text: string;
  /** Ids of commands that are offered beside the text. */
  readonly commands: readonly string[];
  /** What it is about, when it stays on screen until that is settled; at most one notice is about a thing. */
  readonly topic?: NoticeTopic;
}

export type NoticeTopic = 'recovery' | 'readOnly' | 'dropped';

/** A dialog that only shows something. */
export type DialogName =
  | 'exportClip'
  | 'exportPose'
  | 'exportPictures'
  | 'importReport'
  | 'palette'
  | 'settings'
  | 'simplify'
  | 'shortcuts'
  | 'legend'
  | 'handbook'
  | 'updates'
  | 'about';

/** A dialog that somebody waits for: `answer` closes it and hands them what the user chose. */
export type Question =
  /** Which of the dropped files is opened, by its path in the drop; null for none. */
  | { readonly name: 'dropped'; readonly paths: readonly string[]; readonly answer: (path: string | null) => void }
  /** Whether a skeleton that is none of a biped, for this reason, is opened with plain bones. */
  | { readonly name: 'plainBones'; readonly reason: string; readonly answer: (opens: boolean) => void }
  | { readonly name: 'unsaved'; readonly answer: (choice: UnsavedChoice) => void }
  | { readonly name: 'recover'; readonly edits: number; readonly answer: (choice: RecoverChoice) => void }
  | {
      readonly name: 'files';
      readonly mode: 'open' | 'save';
      readonly request: DialogRequest;
      readonly answer: (path: string | null) => void;
    };

export type Dialog = { readonly name: DialogName } | { readonly name: 'motion'; readonly source: MotionSource } | Question;

export type UnsavedChoice = 'save' | 'discard' | 'cancel';
export type RecoverChoice = 'recover' | 'discard';

export interface Work {
  readonly label: string;
  /** 0 to 1, or null when it cannot be known. */
  readonly progress: number | null;
  readonly cancel: (() => void) | null;
}

export interface Studio extends StoreApi<StudioState> {
  readonly desktop: Desktop;
  readonly clock: Clock;
  readonly parts: WindowParts;
}

export const NO_LIBRARY_SESSION: LibrarySession = { selected: null, renaming: null, place: 'all', mask: null };

export const NOTHING_SELECTED: Selection = { joint: null, handle: null };

export function createStudio(
  desktop: Desktop,
  clock: Clock = createClock(),
  parts: WindowParts = { viewport: null, workspace: null },
): Studio {
  const store = createStore<StudioState>(() => ({
    document: null,
    session: {
      app: null,
      selection: NOTHING_SELECTED,
      alsoSelected: [],
      hiddenJoints: new Set(),
      keyboardHandle: null,
      tool: 'pull',
      followers: 'wholeBody',
      space: 'world',
      snapsToFloor: false,
      floorStops: false,
      mirrorsLive: false,
      bodyStops: false,
      view: {
        mesh: true,
        bones: true,
        handles: true,
        gizmo: true,
        limits: true,
        grid: true,
        balance: false,
        shape: false,
        trails: false,
        ghosts: false,
      },
      settings: DEFAULT_SETTINGS,
      system: { isLight: false, isStill: false, hasForcedColours: false },
      playback: { playing: false, time: 0, speed: 1, pingPong: false, direction: 1, range: null },
      autoKey: false,
      mirrorLimits: true,
      library: NO_LIBRARY_SESSION,
      timeline: NO_TIMELINE_SESSION,
      openingCamera: null,
      isRenamingClip: false,
      inspectorPage: 'character',
      settingsPage: 'look',
      handbookPage: 'first-pull',
      clipboard: null,
      copiedParts: null,
      dropped: null,
      tour: null,
      picture: null,
      lastExport: null,
      notices: [],
      dialogs: [],
      contextMenu: null,
      work: null,
      writing: null,
      isJournalBroken: false,
    },
    transient: { preview: null, feedback: null },
  }));
  const watched = watchWrites(desktop, (writing) => {
    const { session } = store.getState();
    store.setState({ session: { ...session, writing } });
  });
  return { ...store, desktop: watched, clock, parts };
}

/** Whether the document differs from what was last saved or opened. */
export function hasUnsavedChanges(state: StudioState): boolean {
  return state.document !== null && state.document.history.present !== state.document.saved;
}

/** The pose on screen: the preview of a gesture while there is one, else the document's. */
export function shownPose(state: StudioState): Pose | null {
  return state.transient.preview?.pose ?? state.document?.history.present.pose ?? null;
}
