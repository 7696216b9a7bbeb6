import type { Rig } from '../../../core/humanoid/body/rig.ts';
import type { BvhReading } from '../../../core/formats/bvh/bvh-reading.ts';
import type { NamedBones } from '../../../core/formats/clips/retarget-profile.ts';
import type { MotionInfo, OpenedCharacter } from '../../../electron/contract.ts';

/** A file with motion, opened beside the document's character. */
export interface MotionSource {
  readonly character: OpenedCharacter;
  /** With the bones that the user named. */
  readonly rig: Rig;
  readonly motions: readonly MotionInfo[];
  /** What the user chose of how a BVH file is understood; the rest was chosen by the program. */
  readonly choices: Partial<BvhReading>;
  /** Bones by the names of their nodes, where the user named them. */
  readonly bones: NamedBones;
  /** Whose motions are meant, by number, in a file of several people; missing in one of one body. */
  readonly person?: number;
  readonly open: OpenMotionFile;
}

/** Opens a file for its motions, as a job if one is named. A BVH file is understood as `bvh` says, where it says something. */
export type OpenMotionFile = (...parameters: [bvh?: Partial<BvhReading>, job?: string]) => Promise<OpenedCharacter>;
