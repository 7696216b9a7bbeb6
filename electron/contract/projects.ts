import type { ProjectChange } from '../../core/document/project-change.ts';
import type { Copies } from '../../core/document/merge.ts';
import type { PackedChange } from '../../core/document/packed-change.ts';
import type { PackedPoses } from '../../core/document/packed-poses.ts';
import type { ProjectData } from '../../core/document/serialize.ts';
import type { KnownNames } from '../../core/document/known-names.ts';
import type { Step } from '../../core/document/step.ts';
import type { OpenedCharacter } from '../../core/formats/opened-character.ts';
import type { HandleName } from '../../core/humanoid/body/handles.ts';
import type { Vec3 } from '../../core/math/vec3.ts';

/** Projects are folders; the journal keeps what is not saved in them yet. */
export interface ProjectMessages {
  /** Opens a project by its folder or its `project.limber` file; of very many poses the first ones. */
  'project.open': (path: string, job?: string) => OpenedProject;
  /** All poses of a project that was opened with the first of them. A job. */
  'project.poses': (folder: string, job?: string) => ProjectPoses;
  /**
   * Writes the whole project into a folder; the character's bytes come from the cache by their hash. What lies there already stays. Ends the
   * journal. A job until the first file is written: what lies there is read and merged before. Pictures that the poses speak of as files lie in
   * the folder `origin` that it was opened from, or else in the one that is saved into. What files say of names that are not `known` stays in them.
   */
  'project.save': (
    folder: string,
    project: ProjectData,
    view?: ProjectView,
    job?: string,
    origin?: string,
    known?: KnownNames,
  ) => SavedProject;
  /**
   * Writes what changed since the project was opened or saved last, merged with what others did to the folder meanwhile. Null when the
   * folder holds no project any more: then the whole project must be saved. A job as `project.save` is.
   */
  'project.saveChange': (
    folder: string,
    change: ProjectChange,
    view?: ProjectView,
    job?: string,
    known?: KnownNames,
  ) => SavedProject | null;
  /**
   * Which project folder the window shows (null: none), and the revisions that it knows of its files: from then on it hears of everything
   * else by `project.changed`.
   */
  'project.watch': (folder: string | null, revisions: PartRevisions) => void;
  /** Leaves a picture of a saved project for the file managers of systems that take one: PNGs of 128 and 256 pixels a side. */
  'project.picture': (folder: string, pictures: { readonly normal: Uint8Array; readonly large: Uint8Array }) => void;
  /** The pictures of saved poses that lie in a project's folder, by the ids of the poses, at most 200: PNG; null where there is none. */
  'pose.pictures': (folder: string, ids: readonly string[]) => readonly (Uint8Array | null)[];
  'recent.list': () => readonly RecentItem[];
  /** Adds one committed edit to the journal. */
  'journal.append': (entry: JournalEntry) => void;
  /** Forgets the journal: the project was saved, or the user discarded the changes. */
  'journal.close': () => void;
}

export interface ProjectEvents {
  /** Somebody else changed the files of the project that the window shows. */
  'project.changed': ProjectNews;
}

export interface OpenedProject {
  readonly folder: string;
  /** Without its poses. */
  readonly project: ProjectData;
  readonly poses: PackedPoses;
  /** How many poses there are; where they are more than came along, `project.poses` reads them all. */
  readonly poseCount: number;
  readonly revisions: PartRevisions;
  readonly character: OpenedCharacter;
  /** The characters of a scene's other actors, each once, without those whose files cannot be had. */
  readonly others: readonly OpenedCharacter[];
  /** Sentences about parts that could not be read; everything else was. */
  readonly warnings: readonly string[];
  /** What scripts and assistants of the user did last, oldest first: it can be undone. */
  readonly steps: readonly Step[];
  /** Missing where the user has not saved it yet. */
  readonly view?: ProjectView;
  /** Whether nothing can be saved into the folder. */
  readonly readOnly?: true;
}

/** All poses of a project, in the order of its user. */
export interface ProjectPoses {
  readonly poses: PackedPoses;
  /** Of their files. */
  readonly revisions: PartRevisions;
  /** Sentences about files that could not be read; all others were. */
  readonly warnings: readonly string[];
}

/** What was on screen when an edit was made. */
export interface JournalView {
  /** Seconds on the timeline of the active clip. */
  readonly playhead: number;
  /** Null where nothing was drawn. */
  readonly camera: CameraView | null;
  /** The camera of the scene that was looked through, or those that the clip cuts to; missing where the view was by itself. */
  readonly through?: { readonly camera: string } | 'cuts';
  /** Ids of actors that are hidden, locked, or shown alone; missing where none are. */
  readonly actors?: Readonly<Record<'hidden' | 'locked' | 'solo', readonly string[]>>;
  /** Ids of props that are hidden; missing where none are. */
  readonly hiddenProps?: readonly string[];
}

/** How its user saw a project: kept in the file that is the user's own. */
export interface ProjectView extends JournalView {
  /** The joint by its name in files. */
  readonly selection: { readonly joint: string | null; readonly handle: HandleName | null };
  /** The arrangement of the panels, as JSON; null where there was none. */
  readonly panels: string | null;
  /** The picture to pose by as it was kept once: opened, it becomes the reference of the project. */
  readonly reference?: PictureOfView;
}

/** A picture that was kept with how a project was seen, before references were of the project. */
export interface PictureOfView {
  /** What its file was called. */
  readonly name: string;
  /** The picture itself as a data URL. */
  readonly picture: string;
  readonly isShown: boolean;
  /** As those of `ReferenceData`. */
  readonly opacity: number;
  readonly size: number;
  readonly offset: readonly [right: number, up: number];
}

export interface CameraView {
  /** The point it looks at, world space, metres. */
  readonly target: Vec3;
  /** Radians about +Y from +Z, and above the horizon. */
  readonly yaw: number;
  readonly pitch: number;
  /** Metres from the target to the eye, > 0. */
  readonly distance: number;
  /** Whether it shows everything at the size that it has at the target, without perspective. Default false. */
  readonly orthographic?: boolean;
}

/**
 * For each file of a project, by its path in the folder (`poses/<id>.json`), what tells this content of it from others; `LEFT_OUT` for one that
 * cannot be used, `REMOVED` for one that was there while it was open.
 */
export type PartRevisions = Readonly<Record<string, string>>;

/** Unsaved work: the project that it was made from, and what leads from that to the work. */
export interface UnsavedWork {
  /** As it is saved in its folder, or the work itself where that was never saved; without its poses. */
  readonly project: ProjectData;
  readonly poses: PackedPoses;
  /** Null where nothing is saved. */
  readonly saved: {
    /** Of the project's files; for those that the work changes, the revisions that it was made from. */
    readonly revisions: PartRevisions;
    /** What leads from what is saved to the work. */
    readonly change: PackedChange;
  } | null;
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
  /** Missing in journals of format 2. */
  readonly view?: JournalView;
}
