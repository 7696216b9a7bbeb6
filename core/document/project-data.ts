import type { Clip, ClipLayer, Track } from '../animation/clip.ts';
import type { CameraMotion, Shot } from '../animation/camera-motion.ts';
import type { PropMotion, PropRest } from '../animation/prop-motion.ts';
import type { Shape } from '../contact/shape.ts';
import type { HumanoidBone } from '../humanoid/body/bones.ts';
import type { Side } from '../humanoid/body/found-bones.ts';
import type { Pins } from '../humanoid/body/handles.ts';
import type { FingerShape } from '../humanoid/grip/finger-shape.ts';
import type { GripFrame } from '../humanoid/grip/hand-on-prop.ts';
import type { SolverSettings } from '../humanoid/pulling/request/pull-goals.ts';
import type { LimitPreset } from '../humanoid/body/rig.ts';
import type { FlatFeet } from '../humanoid/body/sole.ts';
import type { Place } from '../math/place.ts';
import type { Quat } from '../math/quat.ts';
import type { Vec3 } from '../math/vec3.ts';
import type { Limit } from '../skeleton/limits.ts';

/** The version of the project format that this program writes. */
export const PROJECT_VERSION = 3;

/**
 * A project as plain JSON, as it travels and as journals keep it. Joints go by name, so that it can be read, compared and merged; where
 * several joints share a name the second is `name#2`, the third `name#3`. In a project folder `unkeyed`, `activeClip`, `reference` and the
 * order of the lists are each user's own, and which actor is worked on; everything else is shared.
 */
export interface ProjectData {
  readonly version: typeof PROJECT_VERSION;
  readonly name: string;
  readonly character: CharacterReference;
  /** Where the first actor stands; missing: at the origin. */
  readonly place?: ActorPlace;
  /** All actors but the first, in the order in which they are listed; missing where there are none. */
  readonly actors?: readonly ActorData[];
  /** In the order in which they are listed; missing where there are none. */
  readonly props?: readonly PropData[];
  /** In the order in which they are listed; missing where there are none. */
  readonly sounds?: readonly SoundData[];
  /** In the order in which they are listed; missing where there are none. */
  readonly cameras?: readonly CameraData[];
  /** Missing: the first actor. */
  readonly workedOn?: string;
  /** Missing or null: none. */
  readonly reference?: ReferenceData | null;
  readonly rig: RigSettingsData;
  readonly unkeyed: UnkeyedData | null;
  readonly pins: Pins;
  readonly solver: SolverSettings;
  readonly poses: readonly SavedPoseData[];
  readonly clips: readonly ClipData[];
  readonly activeClip: string;
}

/** The character's original file, kept beside the project and never modified. */
export interface CharacterReference {
  /** What the animator calls it. */
  readonly name: string;
  /** The original file's name. */
  readonly fileName: string;
  /** SHA-256 of the original bytes, lower-case hexadecimal. */
  readonly hash: string;
}

/** Where an actor stands in its scene. */
export interface ActorPlace extends Place {
  /**
   * Whether it was taken out of the scene. Only the first actor stays in the files of a project it is gone from: the poses of the library are of its body. It
   * counts only while there are others.
   */
  readonly isOut?: true;
}

/** An actor of a scene as it is written, joints by name. `name` is what the animator calls it, `fileName` and `hash` are those of its character's file. */
export interface ActorData extends CharacterReference {
  readonly id: string;
  readonly place: ActorPlace;
  readonly rig: RigSettingsData;
  readonly pins: Pins;
  /** In a project folder each user's own. */
  readonly unkeyed: UnkeyedData | null;
  /** What it does in each clip, by the clip's id; it stands at rest in others. */
  readonly motions: Readonly<Record<string, MotionData>>;
}

/** A prop of a scene: what it looks like, where it rests, and what moves it. */
export interface PropData {
  readonly id: string;
  readonly name: string;
  readonly form: PropForm;
  /** Whether feet stand on it and it is left where it is by whoever walks; missing: no. */
  readonly isGround?: true;
  readonly rest: PropRest;
  /** Where hands hold it, at most two for each hand; missing: nowhere yet. */
  readonly grips?: readonly GripData[];
  /** What moves it in each clip, by the clip's id; it stays at rest in others. */
  readonly motions: Readonly<Record<string, PropMotion>>;
}

/** Where a hand holds a prop, in the prop's own space. */
export interface GripData extends GripFrame {
  readonly hand: Side;
  /** How the fingers are bent round it; missing: they close until they touch. */
  readonly fingers?: FingerShape;
}

/** What a prop looks like: a shape that Limber makes, or the meshes of a file. */
export type PropForm = MadeShape | PropFile;

/** The meshes of a file, which is kept beside the project and never modified. */
export interface PropFile {
  readonly kind: 'file';
  /** The original file's name. */
  readonly fileName: string;
  /** SHA-256 of the original bytes, lower-case hexadecimal. */
  readonly hash: string;
  /** What its lengths are multiplied by. */
  readonly scale: number;
}

/** A shape that needs no file. */
export type MadeShape = Exclude<Shape, { readonly kind: 'mesh' }>;

/** A part of an audio file on the timeline of a clip. The file is kept beside the project and never modified. */
export interface SoundData {
  readonly id: string;
  readonly name: string;
  /** The original file's name. */
  readonly fileName: string;
  /** SHA-256 of the original bytes, lower-case hexadecimal. */
  readonly hash: string;
  /** Id of the clip. */
  readonly clip: string;
  /** Seconds on the clip's timeline at which the part begins; it may begin before the clip does. */
  readonly at: number;
  /** Where the part that is heard begins and ends in the file, seconds, `from` < `to`; `to` is missing where it goes on to the file's end. */
  readonly from: number;
  readonly to?: number;
  /** What its amplitude is multiplied by, 0 to 2. */
  readonly volume: number;
  /** Whether it is not heard; missing: it is. */
  readonly isMuted?: true;
}

/** A file that is kept beside a project as it came, and read by the window alone: its own name, and the SHA-256 of its bytes, lower-case hexadecimal. */
export type MediaFile = Pick<SoundData, 'fileName' | 'hash'>;

/** What the animator poses by: a picture, a film, or pictures that follow each other. It is fixed to the view, and no part of what is exported. */
export interface ReferenceData {
  readonly name: string;
  /** A picture, a film, or several pictures in their order. */
  readonly files: readonly MediaFile[];
  readonly isShown: boolean;
  /** How much of it shows, 0 to 1. */
  readonly opacity: number;
  /** How high it is beside the view, > 0: 1 fills it from bottom to top. */
  readonly size: number;
  /** How far its middle is to the right of the view's and above it, in heights of the view. */
  readonly offset: readonly [right: number, up: number];
  /** When its first frame shows, seconds on the timeline. */
  readonly at: number;
  /** What its own speed is multiplied by, > 0. */
  readonly speed: number;
  /** Frames a second of pictures that follow each other, > 0; a film has its own. */
  readonly fps: number;
}

/** A camera of a scene: its film, what it sees at rest, and what moves it. */
export interface CameraData {
  readonly id: string;
  readonly name: string;
  /** Width over height of its pictures. */
  readonly aspect: number;
  /** What it sees in clips that do not move it. */
  readonly rest: Shot;
  /** What it does in each clip, by the clip's id; it stays at rest in others. */
  readonly motions: Readonly<Record<string, CameraMotion>>;
}

/** What one actor does in a clip. */
export type MotionData = Pick<ClipData, 'keepsPins' | 'contacts' | 'layers' | 'tracks' | 'expressions'>;

export interface RigSettingsData {
  readonly preset: LimitPreset;
  /** Bone → node index in the character's file, or null for "this character has none". */
  readonly corrections: Readonly<Partial<Record<HumanoidBone, number | null>>>;
  readonly limits: Readonly<Record<string, Limit>>;
  readonly stiffness: Readonly<Record<string, number>>;
  /** Missing where nothing is told of the soles. */
  readonly flatFeet?: FlatFeet;
}

/** A pose that no key holds yet, as it is written. */
export interface UnkeyedData {
  /** Missing where a project of format 2 did not say it: the clip on the timeline. */
  readonly clip?: string;
  /** Seconds; missing where a project of format 2 did not say it: 0. */
  readonly time?: number;
  readonly pose: PoseData;
}

/** A pose as it is written: joints by name. */
export interface PoseData {
  /** Displacement of the root from rest, metres, world axes. */
  readonly root: Vec3;
  /** Rest-relative rotations, x y z w; a joint that is not named is at rest. */
  readonly joints: Readonly<Record<string, Quat>>;
  /** Displacements of sliding joints, metres; absent when the character has none. */
  readonly slides?: readonly number[];
  /** Weights of expressions, 0 to 1; one that is not named has none. Missing where no expression shows. */
  readonly expressions?: Readonly<Record<string, number>>;
}

/** A pose of the library as it is written. */
export interface SavedPoseData {
  /** Unique in the library. */
  readonly id: string;
  readonly name: string;
  readonly tags: readonly string[];
  /** Missing at the top of the library. */
  readonly folder?: string;
  /** Missing when it is none. */
  readonly favourite?: true;
  /** Joints that the pose speaks of. */
  readonly joints: 'all' | readonly string[];
  /** Whether it speaks of the root's translation. */
  readonly root: boolean;
  /** Expressions that the pose speaks of; missing where of none. */
  readonly expressions?: readonly string[];
  /** The whole pose; joints that it does not speak of are there too. */
  readonly pose: PoseData;
  /** See `SavedPose.thumbnail`. */
  readonly thumbnail: string;
  /** How a clip moves; missing for poses that stand still. */
  readonly motion?: SavedMotionData;
}

/** The motion of a saved pose as it is written. */
export type SavedMotionData = Pick<ClipData, 'duration' | 'fps' | 'loop' | 'tracks'>;

/** A clip as it is written. */
export interface ClipData extends Omit<Clip, 'layers' | 'tracks'> {
  /** Missing where nothing is laid over it. */
  readonly layers?: readonly LayerData[];
  readonly tracks: readonly TrackData[];
  /** Missing where no expression is keyed. */
  readonly expressions?: readonly ExpressionTrackData[];
}

/** A layer of a clip as it is written. */
export interface LayerData extends Omit<ClipLayer, 'tracks'> {
  readonly tracks: readonly TrackData[];
}

/** Keys of the weight of an expression. */
export interface ExpressionTrackData extends Omit<TrackData, 'joint'> {
  /** Its name. */
  readonly expression: string;
}

/** The keys of a track as they are written. */
export interface TrackData extends Omit<Track, 'joint'> {
  /** Null: the root's translation. */
  readonly joint: string | null;
}
