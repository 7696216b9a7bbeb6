import type { Clip } from '../core/animation/clip.ts';
import type { ContactSettings } from '../core/animation/contacts.ts';
import type { RetargetedClip } from '../core/animation/retarget-clip.ts';
import type { ProjectChange } from '../core/document/changes.ts';
import type { Copies } from '../core/document/merge.ts';
import type { ProjectData } from '../core/document/serialize.ts';
import type { RigSettings } from '../core/document/project.ts';
import type { BvhReading } from '../core/formats/bvh/bvh-reading.ts';
import type { NamedBones, RetargetProfile } from '../core/formats/clips/retarget-profile.ts';
import type { MotionRest, RestChoice } from '../core/formats/clips/source-rest.ts';
import type { OpenedCharacter } from '../core/formats/opened-character.ts';
import type { HandleName } from '../core/humanoid/body/handles.ts';
import type { Vec3 } from '../core/math/vec3.ts';

export type { OpenedCharacter } from '../core/formats/opened-character.ts';

/**
 * Every message between the window and the main process: name → function type. Types only; both sides are checked against it.
 * Paths are absolute paths of the machine. Bytes travel as `Uint8Array`. A refusal is an `Error` whose message is one sentence for the user.
 */
export interface Contract {
  'app.info': () => AppInfo;
  /** What to show first: the file that was given, a project that can be recovered, or the mannequin. */
  'app.startup': () => Startup;

  /**
   * Opens a character file by path (GLB, glTF, VRM, FBX, BVH, or one of them in a zip archive). `bvh` overrides how a BVH file is understood. Here and in all messages that open
   * or read a file, `job` is any text that no other running job has, for `job.cancel`.
   */
  'character.openPath': (path: string, bvh?: Partial<BvhReading>, job?: string) => OpenedCharacter;
  /** Opens a character from bytes that were dropped onto the window. */
  'character.openBytes': (fileName: string, bytes: Uint8Array, bvh?: Partial<BvhReading>, job?: string) => OpenedCharacter;
  /** Keeps the bytes of a character that the window read by itself, for messages that name them by their hash. */
  'character.keep': (bytes: Uint8Array) => void;
  'character.mannequin': () => OpenedCharacter;

  /** The motions inside a file that was opened as a character before (GLB, VRM, VRMA, FBX, BVH), by its hash. */
  'motion.list': (characterHash: string, job?: string) => readonly MotionInfo[];
  /** One of these motions as a clip of the rig that the settings give; it keeps the keys of the file. */
  'motion.read': (characterHash: string, index: number, rig: RigSettings, job?: string) => Clip;
  /**
   * Brings one of these motions onto a character: rotations by the meaning of the bones, planted feet and touching hands kept.
   * `job` is any text that no other running job has, for `job.progress` and `job.cancel`.
   */
  'motion.retarget': (job: string, request: RetargetRequest) => BroughtMotion;
  /** What a profile says of motions and of a character: see `limber retarget --profile`. */
  'profile.read': (path: string) => RetargetProfile;
  'profile.save': (path: string, profile: RetargetProfile) => void;
  /** The poses of some motions, brought onto a character, that differ from each other: for its pose library. A job. */
  'motion.samplePoses': (job: string, request: SampleRequest) => readonly SampledPose[];
  /** Ends a job: its message is refused with "cancelled". Does nothing when there is no such job (any more). */
  'job.cancel': (job: string) => void;

  /** Opens a project by its folder or its `project.limber` file. */
  'project.open': (path: string, job?: string) => OpenedProject;
  /**
   * Writes the whole project into a folder; the character's bytes come from the cache by their hash. What lies there already stays. Ends the
   * journal. A job until the first file is written: what lies there is read and merged before.
   */
  'project.save': (folder: string, project: ProjectData, view?: ProjectView, job?: string) => SavedProject;
  /**
   * Writes what changed since the project was opened or saved last, merged with what others did to the folder meanwhile. Null when the
   * folder holds no project any more: then the whole project must be saved. A job as `project.save` is.
   */
  'project.saveChange': (folder: string, change: ProjectChange, view?: ProjectView, job?: string) => SavedProject | null;
  /**
   * Which project folder the window shows (null: none), and the revisions that it knows of its files: from then on it hears of everything
   * else by `project.changed`.
   */
  'project.watch': (folder: string | null, revisions: PartRevisions) => void;
  /** Leaves a picture of a saved project for the file managers of systems that take one: PNGs of 128 and 256 pixels a side. */
  'project.picture': (folder: string, pictures: { readonly normal: Uint8Array; readonly large: Uint8Array }) => void;
  'recent.list': () => readonly RecentItem[];

  /** What the user set. It lies in the program's own folder; what is missing is as the program comes. */
  'settings.read': () => KeptSettings;
  /** Keeps these settings, and no others any more. */
  'settings.keep': (settings: KeptSettings) => void;

  /** Adds one committed edit to the journal. */
  'journal.append': (entry: JournalEntry) => void;
  /** Forgets the journal: the project was saved, or the user discarded the changes. */
  'journal.close': () => void;

  /** Writes a clip or a pose, reads the file back and compares. Both are jobs: a cancelled one leaves what was there before. */
  'export.clip': (job: string, request: ExportClipRequest) => ExportReport;
  'export.pose': (job: string, request: ExportPoseRequest) => ExportReport;
  /** Whether an export to this path would replace a file that no export of this program has written as it is. */
  'export.replaces': (path: string) => boolean;

  /** Native dialogs where there are some; `unavailable` where the window must show its own file browser (`files.list`). */
  'dialog.open': (request: DialogRequest) => DialogAnswer;
  'dialog.save': (request: DialogRequest) => DialogAnswer;
  /** Folders and matching files inside a folder, for the window's own file browser. */
  'files.list': (folder: string, extensions: readonly string[]) => FolderListing;
  'files.createFolder': (folder: string) => void;
  /** Hands a file to the drag that the user has begun in the window, and on to other programs. Does nothing in a browser. */
  'files.dragOut': (path: string) => void;
  /** Shows a file where it lies, in the system's file manager. Does nothing in a browser. */
  'files.reveal': (path: string) => void;
  /** Where the window's own file browser may start: every folder it may show is inside one of those that are open. */
  'files.places': () => readonly Place[];
  /** Tells the host whether closing would lose something, and the title to show. */
  'window.state': (state: WindowState) => void;
  /** Answers `window.saveToClose`: whether everything was saved. */
  'window.savedToClose': (saved: boolean) => void;
  /** How this program comes by later versions, and what is known of them. */
  'updates.state': () => UpdateState;
  /** Remembers whether to look for later versions, and looks when it is switched on. While it is off nobody is contacted. */
  'updates.turn': (on: boolean) => UpdateState;
  'updates.look': () => UpdateState;
  /** Fetches the version that was found; the steps are told by `updates.changed`. */
  'updates.fetch': () => void;
  /** Closes the window, which asks about unsaved work, then installs what was fetched and starts it. */
  'updates.install': () => void;
  /** Shows the page of the version that was found in the user's browser. */
  'updates.openPage': () => void;
  /** The menus that a native menu bar should show; sent again whenever they change. Does nothing in a browser. */
  'menu.set': (menus: readonly Menu[]) => void;
}

/** What the host tells the window. */
export interface ContractEvents {
  /** A command chosen in the native menu, by its id in `renderer/commands`. */
  'menu.command': { readonly id: string };
  /** A file was opened from outside (double click, second instance). */
  'app.openFile': { readonly path: string };
  /** Somebody else changed the files of the project that the window shows. */
  'project.changed': ProjectNews;
  /** The user wants to save before the window closes: answered with `window.savedToClose`, whatever comes of it. */
  'window.saveToClose': Readonly<Record<string, never>>;
  'updates.changed': UpdateState;
  /** How far a job is, 0 to 1. */
  'job.progress': { readonly job: string; readonly progress: number };
}

export type MessageName = keyof Contract;
export type EventName = keyof ContractEvents;

/** The window's door to the main process, whoever carries the messages. */
export interface Desktop {
  call<Name extends MessageName>(name: Name, ...parameters: Parameters<Contract[Name]>): Promise<ReturnType<Contract[Name]>>;
  on<Name extends EventName>(name: Name, listener: (event: ContractEvents[Name]) => void): () => void;
  /** Absolute path of a file that was dropped onto the window, or null where the host cannot know it (a browser). */
  pathOf(file: File): string | null;
}

/** The services behind the messages; each may answer later. */
export type Services = {
  readonly [Name in MessageName]: (
    ...parameters: Parameters<Contract[Name]>
  ) => Promise<ReturnType<Contract[Name]>> | ReturnType<Contract[Name]>;
};

/** How an answer travels: a refusal is data, so that every carrier brings its sentence unchanged. */
export type Answer =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly error: { readonly message: string } };

export interface AppInfo {
  readonly version: string;
  readonly host: 'electron' | 'browser';
  readonly platform: 'windows' | 'macos' | 'linux';
  /** Where new projects are suggested. */
  readonly documentsFolder: string;
  /** One sentence when the program cannot write to its own folder: nothing is kept for recovery then, and characters in memory only. */
  readonly problem?: string;
}

export interface WindowState {
  readonly title: string;
  /** Whether there are changes that are not saved. */
  readonly unsaved: boolean;
  /** What is being written to files at the moment. */
  readonly writing: 'save' | 'export' | null;
}

export type Startup =
  | { readonly kind: 'mannequin' }
  | { readonly kind: 'open'; readonly path: string }
  | {
      readonly kind: 'recover';
      readonly project: ProjectData;
      /** What of it is saved in `folder`; null when nothing is. */
      readonly saved: SavedBase | null;
      readonly folder: string | null;
      readonly edits: number;
      /** The project's character, from the cache or the project folder. */
      readonly character: OpenedCharacter;
    };

export interface MotionInfo {
  readonly name: string;
  /** Seconds, from the first key to the last. */
  readonly duration: number;
}

/** One of the motions of an opened file. */
export interface MotionReference {
  readonly characterHash: string;
  readonly index: number;
}

export interface RetargetRequest {
  readonly source: MotionReference;
  /** The character that gets the motion, as it was opened, and the settings of its rig. */
  readonly characterHash: string;
  readonly rig: RigSettings;
  readonly options: RetargetChoices;
}

export interface RetargetChoices {
  /** Frames a second of the new clip. Default: those of the motion. */
  readonly fps?: number;
  /** Keep hands where the motion's touch something. Default true. */
  readonly hands?: boolean;
  /** Keep planted feet still and on the floor. Default true. */
  readonly feet?: boolean;
  /** Keep every joint inside its limits: exact copies too, and ankles and knees that follow the motion beyond theirs. Default false. */
  readonly limits?: boolean;
  /** What the motion's skeleton rests in. Default: what fits best. */
  readonly rest?: RestChoice;
  /** Bones of the motion by their nodes, where these are not found as they should be. */
  readonly bones?: NamedBones;
  /** When a foot of the motion counts as planted. */
  readonly contacts?: ContactSettings;
}

/** A motion on a character, and what its skeleton was taken to rest in. */
export interface BroughtMotion extends RetargetedClip {
  readonly rest: MotionRest;
  /** What else it could rest in, best first. */
  readonly rests: readonly MotionRest[];
}

export interface SampleRequest {
  readonly sources: readonly MotionReference[];
  readonly characterHash: string;
  readonly rig: RigSettings;
  /** Moments looked at in a second. Default 10. */
  readonly fps?: number;
  /** How much poses must differ: the share of the hip height that some joint is away from its place in every other pose. Default 0.08. */
  readonly difference?: number;
}

/** A pose for the library, not yet with a picture. */
export interface SampledPose {
  readonly id: string;
  readonly name: string;
  readonly tags: readonly string[];
  readonly joints: readonly number[];
  /** The pose's numbers. */
  readonly pose: readonly number[];
}

export interface OpenedProject {
  readonly folder: string;
  readonly project: ProjectData;
  readonly revisions: PartRevisions;
  readonly character: OpenedCharacter;
  /** Sentences about parts that could not be read; everything else was. */
  readonly warnings: readonly string[];
  /** Missing where the user has not saved it yet. */
  readonly view?: ProjectView;
  /** Whether nothing can be saved into the folder. */
  readonly readOnly?: true;
}

/** How its user saw a project: kept in the file that is the user's own. */
export interface ProjectView {
  /** The joint by its name in files. */
  readonly selection: { readonly joint: string | null; readonly handle: HandleName | null };
  /** Seconds on the timeline of the active clip. */
  readonly playhead: number;
  /** Whether the clip was shown there, rather than the pose that is edited. */
  readonly showsClip: boolean;
  /** Null where nothing was drawn. */
  readonly camera: CameraView | null;
  /** The arrangement of the panels, as JSON; null where there was none. */
  readonly panels: string | null;
}

export interface CameraView {
  /** The point it looks at, world space, metres. */
  readonly target: Vec3;
  /** Radians about +Y from +Z, and above the horizon. */
  readonly yaw: number;
  readonly pitch: number;
  /** Metres from the target to the eye, > 0. */
  readonly distance: number;
}

/** For each file of a project, by its path in the folder (`poses/<id>.json`), what tells this content of it from others. */
export type PartRevisions = Readonly<Record<string, string>>;

/** The saved project that unsaved work was made from. */
export interface SavedBase {
  readonly project: ProjectData;
  /** Of its files; for those that the work changes, the revisions that it was made from. */
  readonly revisions: PartRevisions;
  /** What leads from it to the unsaved work. */
  readonly change: ProjectChange;
}

/** What a save made of a folder. */
export interface MergedSave {
  /** The revisions of the files that the save speaks of; null for those that are gone. */
  readonly revisions: Readonly<Record<string, string | null>>;
  /** What others had made of the same parts and settings since they were read. */
  readonly theirs: ProjectChange;
  /** What became of parts that both sides had changed. */
  readonly copies: Copies;
  /** Sentences about what both sides had changed. */
  readonly notes: readonly string[];
}

export interface SavedProject extends MergedSave {
  readonly folder: string;
  readonly file: string;
}

/** What others did to a project's folder. */
export interface ProjectNews {
  readonly folder: string;
  readonly change: ProjectChange;
  /** The revisions of the files that changed; null for those that are gone. */
  readonly revisions: Readonly<Record<string, string | null>>;
  /** Sentences about files that cannot be used. */
  readonly notes: readonly string[];
}

/** Settings of the program, not of a project. */
export interface KeptSettings {
  /** The size of words and buttons, 0.8 to 2 of that which the program comes with. */
  readonly scale?: number;
  readonly theme?: ThemeName;
  /** The colours of left and right. */
  readonly sides?: SideColours;
  /** Whether the camera flies and panels slide: as the system is set, or never. */
  readonly motion?: 'system' | 'still';
  readonly keyMap?: KeyMapName;
  /** The shortcuts that the user chose for commands, by their ids, in place of those of the key map. */
  readonly keys?: Readonly<Record<string, readonly string[]>>;
  /** Which buttons steer the camera: those of a program, or those of the key map's. */
  readonly navigation?: 'keyMap' | KeyMapName;
  /** The size of handles in the viewport, 0.6 to 2 of that which the program comes with. */
  readonly handleSize?: number;
  /** What lengths are shown in, and typed ones are meant in. */
  readonly lengths?: LengthUnit;
  /** Where new projects are suggested; null for the user's documents. */
  readonly projectsFolder?: string | null;
  /** Where exports are suggested; null for the project's own folder of them. */
  readonly exportsFolder?: string | null;
  /** Whether the tour was taken or declined: it is not offered any more. */
  readonly knowsTour?: boolean;
  /** What the viewport shows. */
  readonly view?: Readonly<Record<string, boolean>>;
  /** The arrangements of the panels, as JSON, by the kind of window that they are for. */
  readonly layouts?: Readonly<Record<string, string>>;
}

export type ThemeName = 'system' | 'dark' | 'light' | 'neutral';

export type SideColours = 'blueRed' | 'colourSafe';

export type LengthUnit = 'mm' | 'cm' | 'm' | 'in';

export type KeyMapName = 'limber' | 'blender' | 'maya';

export interface RecentItem {
  readonly path: string;
  readonly name: string;
  readonly kind: 'project' | 'character';
}

/** What an edit changed. The first entry of a journal holds the whole project, or what changed since it was saved in `folder`. */
export interface JournalEntry extends ProjectChange {
  readonly label: string;
  /** The project folder, or null when it was never saved. */
  readonly folder: string | null;
  /** Whether the change is one of the project as it is saved in `folder`. */
  readonly onSaved?: true;
}

export interface ExportClipRequest {
  readonly characterHash: string;
  readonly rig: RigSettings;
  /** One or more; several go into a .glb, .gltf or .vrm, each whole and at its own rate. */
  readonly clips: readonly Clip[];
  /** Where to write; the format follows the extension: .glb, .gltf, .vrm (the character's file with the clip), .vrma, .fbx, .bvh, .json. */
  readonly path: string;
  /** The part of the clip in seconds and the frames a second; missing ones are the whole clip at its own rate. */
  readonly range?: { readonly from?: number; readonly to?: number; readonly fps?: number };
}

export interface ExportPoseRequest {
  readonly characterHash: string;
  readonly rig: RigSettings;
  /** The pose's numbers. */
  readonly pose: readonly number[];
  readonly path: string;
}

export interface ExportReport {
  readonly path: string;
  readonly bytes: number;
  /** Largest difference between what was shown and what an independent re-read of the file gives. */
  readonly largestDistance: number;
  readonly largestAngle: number;
  readonly warnings: readonly string[];
}

export interface DialogRequest {
  readonly title: string;
  readonly kind: 'character' | 'project' | 'folder' | 'export';
  /** Folder or file to start from. */
  readonly suggested: string | null;
  readonly extensions: readonly string[];
}

export type DialogAnswer =
  | { readonly kind: 'chosen'; readonly path: string }
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'unavailable' };

export interface FolderListing {
  readonly folder: string;
  readonly parent: string | null;
  readonly folders: readonly string[];
  readonly files: readonly string[];
  /** About how many of its entries were not looked at; 0 when all were. */
  readonly more: number;
  /** Whether the folder is a Limber project. */
  readonly isProject: boolean;
}

export interface Place {
  readonly name: string;
  readonly folder: string;
  /** For a drive that was not opened to the window: what to start Limber with to open it. */
  readonly closed?: string;
}

export interface UpdateState {
  /** Who replaces this program by a later version: itself, or whoever put it there. */
  readonly kind: 'installer' | 'mac' | 'appImage' | 'byHand' | 'flatpak' | 'sources';
  /** The present version. */
  readonly version: string;
  /** Whether it looks for later versions. */
  readonly on: boolean;
  readonly step: UpdateStep;
}

export type UpdateStep =
  | { readonly kind: 'idle' | 'looking' | 'latest' }
  /** `canInstall`: the program can replace itself; otherwise the version's page tells how. */
  | { readonly kind: 'found'; readonly version: string; readonly canInstall: boolean }
  | { readonly kind: 'fetching'; readonly version: string; readonly share: number }
  | { readonly kind: 'ready'; readonly version: string }
  | { readonly kind: 'failed'; readonly sentence: string };

/** One menu of the menu bar. */
export interface Menu {
  readonly label: string;
  readonly items: readonly MenuItem[];
}

export type MenuItem =
  | {
      readonly kind: 'command';
      /** Sent back as `menu.command`. */
      readonly id: string;
      readonly label: string;
      /** As written in `renderer/commands/shortcut.ts` (`Mod+Shift+Z`), or null. */
      readonly shortcut: string | null;
      readonly enabled: boolean;
      /** Whether a switch is on; null for commands that are not switches. */
      readonly checked: boolean | null;
    }
  | { readonly kind: 'separator' }
  /** The submenu of recent files, which the host fills. */
  | { readonly kind: 'recent'; readonly label: string };
