import type { Clip } from '../animation/clip.ts';
import type { HumanoidBone } from '../humanoid/body/bones.ts';
import type { Pins } from '../humanoid/body/handles.ts';
import type { SolverSettings } from '../humanoid/pulling/pull-goals.ts';
import type { LimitPreset } from '../humanoid/body/rig.ts';
import type { SavedPose } from '../library/saved-pose.ts';
import type { Limit } from '../skeleton/limits.ts';
import type { Pose } from '../skeleton/pose.ts';

/** Everything that is saved: an immutable value. Edits make a new one that shares what they did not touch. */
export interface Project {
  readonly name: string;
  readonly character: CharacterReference;
  readonly rig: RigSettings;
  /** The pose on screen. */
  readonly pose: Pose;
  readonly pins: Pins;
  readonly solver: SolverSettings;
  readonly poses: readonly SavedPose[];
  readonly clips: readonly Clip[];
  /** Id of the clip on the timeline. */
  readonly activeClip: string;
}

/** The character's original file, kept beside the project and never modified. */
export interface CharacterReference {
  readonly name: string;
  /** The original file's name. */
  readonly fileName: string;
  /** SHA-256 of the original bytes, lower-case hexadecimal. */
  readonly hash: string;
}

/** What the animator changed about the rig that was detected. */
export interface RigSettings {
  readonly preset: LimitPreset;
  /** Corrected humanoid map: bone → node index in the file, or null for "this character has none". */
  readonly corrections: Readonly<Partial<Record<HumanoidBone, number | null>>>;
  /** Edited limits and stiffnesses by joint index. */
  readonly limits: Readonly<Record<number, Limit>>;
  readonly stiffness: Readonly<Record<number, number>>;
}
