import type { AppEvents, AppMessages } from './contract/app.ts';
import type { CharacterMessages } from './contract/characters.ts';
import type { ExportMessages } from './contract/exports.ts';
import type { FileMessages } from './contract/files.ts';
import type { JobEvents, JobMessages } from './contract/jobs.ts';
import type { LibraryEvents, LibraryMessages } from './contract/libraries.ts';
import type { LiveEvents, LiveMessages } from './contract/live.ts';
import type { MediaMessages } from './contract/media.ts';
import type { MotionMessages } from './contract/motions.ts';
import type { PictureMessages } from './contract/pictures.ts';
import type { ProjectEvents, ProjectMessages } from './contract/projects.ts';
import type { SettingsMessages } from './contract/settings.ts';
import type { UpdateEvents, UpdateMessages } from './contract/updates.ts';
import type { WindowEvents, WindowMessages } from './contract/window.ts';

export type { OpenedCharacter } from '../core/formats/opened-character.ts';
export type { AppInfo, Startup } from './contract/app.ts';
export type { ExportClipRequest, ExportPoseRequest, ExportReport, ExportSceneRequest } from './contract/exports.ts';
export type { DialogAnswer, DialogRequest, FolderListing, Place } from './contract/files.ts';
export type { DroppedPackets, LiveAddress, LivePlace, LiveState, LiveTarget } from './contract/live.ts';
export type { MergedLibrary, OpenedLibrary } from './contract/libraries.ts';
export type {
  BroughtMotion,
  BroughtTogether,
  MotionInfo,
  MotionReference,
  RetargetChoices,
  RetargetRequest,
  TogetherRequest,
  SampleRequest,
  SampledPose,
  SampleSource,
} from './contract/motions.ts';
export type {
  CameraPreset,
  PictureCamera,
  PictureFormat,
  PictureLayers,
  PictureReport,
  PictureRequest,
  PictureSubject,
  RenderEnding,
  RenderOrder,
  WrittenFiles,
} from './contract/pictures.ts';
export type {
  CameraView,
  JournalEntry,
  JournalView,
  MergedSave,
  OpenedProject,
  PartRevisions,
  ProjectNews,
  ProjectPoses,
  PictureOfView,
  ProjectView,
  RecentItem,
  UnsavedWork,
  SavedProject,
} from './contract/projects.ts';
export type { KeptSettings, KeyMapName, LengthUnit, SideColours, ThemeName, TimeUnit } from './contract/settings.ts';
export type { UpdateState, UpdateStep } from './contract/updates.ts';
export type { Menu, MenuCommand, MenuItem, WindowState } from './contract/window.ts';

/**
 * Every message between the window and the main process: name → function type, in `contract/` by what it is about. Types only; both sides
 * are checked against it.
 * Paths are absolute paths of the machine. Bytes travel as `Uint8Array`. A refusal is an `Error` whose message is one sentence for the user.
 */
export interface Contract
  extends
    AppMessages,
    CharacterMessages,
    MediaMessages,
    MotionMessages,
    JobMessages,
    ProjectMessages,
    LibraryMessages,
    SettingsMessages,
    ExportMessages,
    PictureMessages,
    FileMessages,
    WindowMessages,
    LiveMessages,
    UpdateMessages {}

/** What the host tells the window. */
export interface ContractEvents
  extends AppEvents, JobEvents, ProjectEvents, LibraryEvents, WindowEvents, LiveEvents, UpdateEvents {}

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
