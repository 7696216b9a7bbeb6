/** Pictures and films are drawn by the window, and written by the host. */
export interface PictureMessages {
  /**
   * Begins to write a picture, a film or an archive, or a folder of numbered pictures. `job` is any text by which the messages below name
   * it; nothing is at the path before its end.
   */
  'picture.begin': (job: string, path: string, kind: 'file' | 'folder') => void;
  /** Adds bytes to the end of the file, or a picture with this name to the folder. */
  'picture.add': (job: string, bytes: Uint8Array, name?: string) => void;
  /** Puts what was written in its place. */
  'picture.end': (job: string) => WrittenFiles;
  /** Takes away what was written; does nothing when there is no such job (any more). */
  'picture.discard': (job: string) => void;
  /** What the page that draws for the command line is to draw; null in the studio. */
  'render.order': () => RenderOrder | null;
  'render.progress': (share: number) => void;
  'render.ended': (ending: RenderEnding) => void;
}

export type CameraPreset = 'front' | 'back' | 'left' | 'right' | 'top' | 'threeQuarter';

/**
 * What a picture is taken through: the view of the viewport, a side of the character, the cameras of the scene as the clip cuts to them, or one of them, by its id
 * or its name.
 */
export type PictureCamera = 'view' | CameraPreset | 'cuts' | `scene:${string}`;

/**
 * What is drawn: the pose on screen, that pose from all sides, a clip, moments of a clip side by side, or the poses of the library side by
 * side. `pose` and the sheets are one picture.
 */
export type PictureSubject = 'pose' | 'turntable' | 'clip' | 'clipSheet' | 'librarySheet';

/** Files with these extensions, or a folder of PNGs (`frames`). */
export type PictureFormat = 'png' | 'webm' | 'mp4' | 'gif' | 'apng' | 'zip' | 'frames';

/** A picture or a film of the document. */
export interface PictureRequest {
  readonly subject: PictureSubject;
  readonly format: PictureFormat;
  readonly path: string;
  /** Of each frame, or of the whole sheet; pixels. */
  readonly width: number;
  readonly height: number;
  /** As in the studio, nothing at all, or a colour as `#rrggbb`. */
  readonly background: string;
  /** From a side of the character all that moves fills the picture. */
  readonly camera: PictureCamera;
  /** Whether the camera goes along with the hips over the floor. */
  readonly follows: boolean;
  /** How often the camera goes round from the first frame to the end of the last one; 0: it stands. A turntable's least is 1. */
  readonly turns: number;
  readonly shows: PictureLayers;
  /** Frames a second. Default: those of the clip, 30 for a turntable; of a GIF at most 50. */
  readonly fps?: number;
  /** The part of the clip, seconds. Default: all of it, without the last frame of a clip that loops, which is its first one again. */
  readonly from?: number;
  readonly to?: number;
  /** Of a turntable. Default 4. */
  readonly seconds?: number;
  /** Pictures on the sheet of a clip. Default 12. */
  readonly count?: number;
}

/** What is drawn besides the figure. */
export interface PictureLayers {
  readonly grid: boolean;
  readonly shadow: boolean;
  readonly bones: boolean;
  readonly trails: boolean;
  /** Spring bones where they swing, where the character has some. */
  readonly springs: boolean;
}

/** What came of a {@link PictureRequest}. */
export interface PictureReport {
  /** The file or folder. */
  readonly path: string;
  readonly bytes: number;
  /** 1, or the pictures of a folder. */
  readonly files: number;
  readonly format: PictureFormat;
  readonly width: number;
  readonly height: number;
  readonly frames: number;
  /** Null for one picture. */
  readonly fps: number | null;
  /** The encoding inside a WebM or MP4; null otherwise. */
  readonly codec: string | null;
  /** Sentences about what the file could not be. */
  readonly notes: readonly string[];
}

export type WrittenFiles = Pick<PictureReport, 'path' | 'bytes' | 'files'>;

/** What the command line asks its page to draw. */
export interface RenderOrder {
  /** A project folder, or a file with a character. */
  readonly source: string;
  /** Whom the camera looks at and follows, by name or id. Default: the first of the scene. */
  readonly actor?: string;
  /** Its name; default: the one on the timeline, or the first of a file. */
  readonly clip?: string;
  /** Seconds on the clip of a picture of one pose. Default: the pose of the project, or of the file. */
  readonly time?: number;
  readonly request: PictureRequest;
}

export type RenderEnding =
  | { readonly ok: true; readonly report: PictureReport }
  | { readonly ok: false; readonly sentence: string };
