import type { HandleName } from '../../core/humanoid/body/handles.ts';
import type { Rig } from '../../core/humanoid/body/rig.ts';
import type { Followers } from '../../core/humanoid/pulling/request/followers.ts';
import type { Pose } from '../../core/skeleton/pose.ts';
import type { AppInfo, CameraView, ExportClipRequest, PictureRequest } from '../../electron/contract.ts';
import type { BodyPart } from './rig/body-parts.ts';
import type { LibraryEdit, SharedLibrary } from './library/folders/shared-library.ts';
import { DEFAULT_SETTINGS, type Settings } from './window/default-settings.ts';
import type { Dialog, Notice, Work, ContextMenu } from './window/notices-and-dialogs.ts';
import type { SoundFile } from './sound/sound-file.ts';
import { NO_TIMELINE_SESSION, type TimelineSession } from './timeline/timeline-session.ts';
import { NO_LIVE, type LiveSession } from './live/live-session.ts';
import type { TourStep } from './window/tour-steps.ts';
import type { Writing } from './saving/writing.ts';

/**
 * What can be hidden: joints, with their bones and handles, while their mesh stays; and meshes, by the nodes of the character's file that draw them: capes, shields,
 * hair that are in the way.
 */
export type Hideable = 'joints' | 'meshes';

/** How the actors of a scene are treated, by their ids. */
export interface ActorMarks {
  /** Not shown while another one is worked on. */
  readonly hidden: ReadonlySet<string>;
  /** Kept as they are: nobody works on them. */
  readonly locked: ReadonlySet<string>;
  /** Where there are such, all others that are not worked on are not shown. */
  readonly solo: ReadonlySet<string>;
}

export const NO_ACTOR_MARKS: ActorMarks = { hidden: new Set(), locked: new Set(), solo: new Set() };

/** Kept while the window is open. */
export interface SessionState {
  readonly app: AppInfo | null;
  readonly selection: Selection;
  /** What is selected beside it, in the order of its choosing: edits of the selection are of all of it. */
  readonly alsoSelected: readonly Selection[];
  readonly hidden: Readonly<Record<Hideable, ReadonlySet<number>>>;
  readonly actors: ActorMarks;
  /** Ids of props that are not shown. */
  readonly hiddenProps: ReadonlySet<string>;
  /** What the viewport looks through: a camera by its id, those that the clip cuts to, or nothing. */
  readonly through: { readonly camera: string } | 'cuts' | null;
  /** Whether a camera that is looked through goes along where the viewport is steered. */
  readonly locksCamera: boolean;
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
  /** Whether limbs stop at the trunk, the head and each other. */
  readonly bodyStops: boolean;
  /** Whether what is done to one side of the body happens to the other side too, in a mirror. */
  readonly mirrorsLive: boolean;
  readonly view: ViewSettings;
  readonly settings: Settings;
  readonly system: SystemLook;
  readonly playback: Playback;
  /** Whether every change of the pose also sets a key at the playhead. */
  readonly autoKey: boolean;
  /** Whether an edited limit is mirrored onto the joint on the other side of the body. */
  readonly mirrorLimits: boolean;
  readonly library: LibrarySession;
  /** Libraries outside the project that were read, by their folders. */
  readonly sharedLibraries: Readonly<Record<string, SharedLibrary>>;
  /** What was done to them, the last one last: it can be undone. */
  readonly libraryEdits: readonly LibraryEdit[];
  /** Links to programs that speak VMC. */
  readonly live: LiveSession;
  readonly timeline: TimelineSession;
  /** What was read of the files of sounds, by their hashes. */
  readonly soundFiles: Readonly<Record<string, SoundFile>>;
  /** Whether a program that does not answer holds unsaved work. */
  readonly canTakeOver: boolean;
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
  /** The steps of the tour that are done; null while there is no tour. */
  readonly tour: readonly TourStep[] | null;
  /** How the last picture or film was drawn; null before the first. */
  readonly picture: PictureRequest | null;
  /** What was exported last, for doing it again. */
  readonly lastExport: LastExport | null;
  readonly notices: readonly Notice[];
  readonly messagePlace: MessagePlace;
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

/** Where messages stand: in a corner of the character's picture, or in a line of their own. */
export type MessagePlace = 'bottomLeft' | 'bottomRight' | 'topLeft' | 'topRight' | 'line';

/** What is selected: a joint, a handle, or a prop or a camera, by its id, and then none of the others. */
export interface Selection {
  readonly joint: number | null;
  readonly handle: HandleName | null;
  readonly prop?: string;
  readonly camera?: string;
}

/** `pull` drags handles with inverse kinematics; `rotate` turns the selected joint with rings. */
export type ToolName = 'pull' | 'rotate';

/** Whose axes a handle moves along and turns about: the world's, its own joint's, or the picture's. */
export type Space = 'world' | 'local' | 'camera';

/** Pages of the inspector. */
export type InspectorPage = 'selection' | 'face' | 'character' | 'pulling';

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
  /** Hair and clothes where they swing as the clip plays. */
  readonly springs: boolean;
  /** The cameras of the scene. */
  readonly cameras: boolean;
  /** The frame of the camera that is looked through, with what is safe to be seen. */
  readonly safeFrames: boolean;
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

export interface LibrarySession {
  /** Id of the saved pose that the library's commands speak of. */
  readonly selected: string | null;
  /** Id of the saved pose whose name is being edited. */
  readonly renaming: string | null;
  /** The folder of the library outside the project that is shown; null for the project's own poses. */
  readonly source: string | null;
  /** Which poses are shown: all, favourites, or those of a folder. */
  readonly place: LibraryPlace;
  /** Which parts of the body poses are applied to; null for all of it. */
  readonly mask: readonly BodyPart[] | null;
  /** Whether pinned hands and feet stay where they are while poses are applied and blended. */
  readonly keepsPins: boolean;
}

export type LibraryPlace = 'all' | 'favourites' | `folder:${string}`;

/**
 * The active clip, a part of it in seconds or at another rate, or all clips that hold keys; `springs`: with spring bones in their keys; `scene`: of all actors,
 * in one file.
 */
export type ExportedClips = { readonly springs?: boolean; readonly scene?: boolean; readonly khrCharacter?: boolean } & (
  | { readonly kind: 'active'; readonly range?: ExportClipRequest['range'] }
  | { readonly kind: 'all' }
);

export interface LastExport {
  readonly what: ExportedClips | 'pose';
  readonly path: string;
  /** Hash of the character that it was of. */
  readonly character: string;
}

export const NO_LIBRARY_SESSION: LibrarySession = {
  selected: null,
  renaming: null,
  source: null,
  place: 'all',
  mask: null,
  keepsPins: false,
};

export const NOTHING_SELECTED: Selection = { joint: null, handle: null };

export const NOTHING_HIDDEN: SessionState['hidden'] = { joints: new Set(), meshes: new Set() };

/** How the window begins. */
export const INITIAL_SESSION: SessionState = {
  app: null,
  selection: NOTHING_SELECTED,
  alsoSelected: [],
  hidden: NOTHING_HIDDEN,
  actors: NO_ACTOR_MARKS,
  hiddenProps: new Set(),
  through: null,
  locksCamera: false,
  keyboardHandle: null,
  tool: 'pull',
  followers: 'wholeBody',
  space: 'world',
  snapsToFloor: false,
  floorStops: false,
  bodyStops: false,
  mirrorsLive: false,
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
    springs: false,
    cameras: true,
    safeFrames: true,
  },
  settings: DEFAULT_SETTINGS,
  system: { isLight: false, isStill: false, hasForcedColours: false },
  playback: { playing: false, time: 0, speed: 1, pingPong: false, direction: 1, range: null },
  autoKey: false,
  mirrorLimits: true,
  library: NO_LIBRARY_SESSION,
  sharedLibraries: {},
  libraryEdits: [],
  live: NO_LIVE,
  timeline: NO_TIMELINE_SESSION,
  soundFiles: {},
  canTakeOver: false,
  openingCamera: null,
  isRenamingClip: false,
  inspectorPage: 'character',
  settingsPage: 'look',
  handbookPage: 'first-pull',
  clipboard: null,
  copiedParts: null,
  tour: null,
  picture: null,
  lastExport: null,
  notices: [],
  messagePlace: 'line',
  dialogs: [],
  contextMenu: null,
  work: null,
  writing: null,
  isJournalBroken: false,
};
