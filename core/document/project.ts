import type { Clip } from '../animation/clip.ts';
import type { HumanoidBone } from '../humanoid/body/bones.ts';
import type { Pins } from '../humanoid/body/handles.ts';
import type { SolverSettings } from '../humanoid/pulling/request/pull-goals.ts';
import type { LimitPreset } from '../humanoid/body/rig.ts';
import type { FlatFeet } from '../humanoid/body/sole.ts';
import type { SavedPose } from '../library/saved-pose.ts';
import type { Limit } from '../skeleton/limits.ts';
import type { Pose } from '../skeleton/pose.ts';
import type {
  ActorData,
  ActorPlace,
  CameraData,
  CharacterReference,
  PropData,
  ReferenceData,
  SoundData,
} from './project-data.ts';

/**
 * Everything that is saved: an immutable value. Edits make a new one that shares what they did not touch. A project is a scene: `character`, `rig`, `place`,
 * `unkeyed`, `pins` and the tracks of the clips are those of the actor that is worked on, ready to be edited; what belongs to the others waits in `actors`.
 */
export interface Project {
  /** What the animator calls it. */
  readonly name: string;
  /** Id of the actor that is worked on; `actor-1` in a project of one. */
  readonly workedOn: string;
  /** Whose poses and clips these are. */
  readonly character: CharacterReference;
  /** Where that actor stands in the scene. */
  readonly place: ActorPlace;
  /** All others. In the place of the one that is worked on stands the first actor, unless it is that. */
  readonly actors: readonly ActorData[];
  /** Things of the scene: swords, chairs, stairs. */
  readonly props: readonly PropData[];
  /** What is heard on the timelines of all clips. */
  readonly sounds: readonly SoundData[];
  /** What the scene is filmed with. */
  readonly cameras: readonly CameraData[];
  /** What the animator poses by; null: nothing. */
  readonly reference: ReferenceData | null;
  /** What differs from the rig that is detected in the character’s file. */
  readonly rig: RigSettings;
  /** What stands on screen and no key holds yet; null: what the clip shows. */
  readonly unkeyed: UnkeyedPose | null;
  /** Handles that stay where they are while others are dragged. */
  readonly pins: Pins;
  /** How dragging solves. */
  readonly solver: SolverSettings;
  /** The pose library, in the order in which it is shown. */
  readonly poses: readonly SavedPose[];
  /** All clips, in the order in which they are listed; at least the active one. */
  readonly clips: readonly Clip[];
  /** Id of the clip on the timeline. */
  readonly activeClip: string;
}

/** Id of the actor that a project began with. It has no file of its own: what belongs to it lies in those of the project and the clips. */
export const FIRST_ACTOR = 'actor-1';

/** A pose that no key holds yet, and the moment it was made at. */
export interface UnkeyedPose {
  /** Id of the clip that was on the timeline. */
  readonly clip: string;
  /** Seconds on that clip. */
  readonly time: number;
  readonly pose: Pose;
}

/** What the animator changed about the rig that was detected. */
export interface RigSettings {
  /** The limits that the anatomical ones are derived with. */
  readonly preset: LimitPreset;
  /** Corrected humanoid map: bone → node index in the file, or null for "this character has none". */
  readonly corrections: Readonly<Partial<Record<HumanoidBone, number | null>>>;
  /** Edited limits and stiffnesses by joint index. */
  readonly limits: Readonly<Record<number, Limit>>;
  readonly stiffness: Readonly<Record<number, number>>;
  /** Feet whose soles were told; none where it is missing. */
  readonly flatFeet?: FlatFeet;
}
