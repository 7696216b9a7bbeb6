import type { Clip } from '../../core/animation/clip.ts';
import type { ContactSettings } from '../../core/animation/contacts.ts';
import type { RetargetedClip } from '../../core/animation/retarget-clip.ts';
import type { ChosenGiveWay, PersonInScene, TogetherReport } from '../../core/document/bring-together.ts';
import type { RigSettings } from '../../core/document/project.ts';
import type { NamedBones, RetargetProfile } from '../../core/formats/clips/retarget-profile.ts';
import type { NamedRest } from '../../core/formats/clips/named-rest.ts';
import type { MotionRest, RestChoice } from '../../core/formats/clips/source-rest.ts';

/** Motions in opened files, read as clips or brought onto other characters. */
export interface MotionMessages {
  /** The motions inside a file that was opened as a character before (GLB, VRM, VRMA, FBX, BVH), by its hash. */
  'motion.list': (characterHash: string, job?: string) => readonly MotionInfo[];
  /** One of these motions as a clip of the rig that the settings give; it keeps the keys of the file. */
  'motion.read': (characterHash: string, index: number, rig: RigSettings, job?: string) => Clip;
  /**
   * Brings one of these motions onto a character: rotations by the meaning of the bones, planted feet and touching hands kept.
   * `job` is any text that no other running job has, for `job.progress` and `job.cancel`.
   */
  'motion.retarget': (job: string, request: RetargetRequest) => BroughtMotion;
  /**
   * Brings the motions of people who were captured together onto as many actors of a scene, who stand so that they meet, and keeps what their hands touch of each
   * other as contacts. Two at least.
   */
  'motion.retargetTogether': (job: string, request: TogetherRequest) => BroughtTogether;
  /** What a file says of motions and of a character, for every clip that is brought over: `limber retarget --profile` reads it too. */
  'profile.read': (path: string) => RetargetProfile;
  'profile.save': (path: string, profile: RetargetProfile) => void;
  /** The poses of some motions, brought onto a character, that differ from each other: for its pose library. A job. */
  'motion.samplePoses': (job: string, request: SampleRequest) => readonly SampledPose[];
}

export interface MotionInfo {
  readonly name: string;
  /** Seconds, from the first key to the last. */
  readonly duration: number;
  /** Frames a second, as its keys lie. */
  readonly fps: number;
  /** How many people its file holds; missing where that is one body. */
  readonly people?: number;
}

/** One of the motions of an opened file. */
export interface MotionReference {
  readonly characterHash: string;
  readonly index: number;
  /** Whose, by number, in a file of several people. Default: that of the body that is found first. */
  readonly person?: number;
}

export interface RetargetRequest {
  readonly source: MotionReference;
  /** The character that gets the motion, as it was opened, and the settings of its rig. */
  readonly characterHash: string;
  readonly rig: RigSettings;
  readonly options: RetargetChoices;
}

export interface TogetherRequest {
  /** The first one stays where it stands. */
  readonly people: readonly PersonRequest[];
  /** Who gives way at contacts that were found before. Default: hands on hands both, else whose hand it is. */
  readonly gives?: readonly ChosenGiveWay[];
}

export interface PersonRequest extends RetargetRequest {
  /** Id of the actor who gets the motion. */
  readonly actor: string;
}

/** What they do and where they stand as seen from the first, in one length and rate, with a report for each and one for all. */
export interface BroughtTogether {
  readonly people: readonly (PersonInScene & Pick<RetargetedClip, 'report'>)[];
  readonly together: TogetherReport;
}

export interface RetargetChoices {
  /** Frames a second of the new clip. Default: those of the motion. */
  readonly fps?: number;
  /** Keep hands where the motion's touch something. Default true. */
  readonly hands?: boolean;
  /** Keep planted feet still and on the floor. Default true. */
  readonly feet?: boolean;
  /** Keep every joint inside its limits: exact copies too, and ankles, knees, hips, elbows and shoulders that follow the motion beyond theirs. Default false. */
  readonly limits?: boolean;
  /** What the motion's skeleton rests in. Default: what fits best. */
  readonly rest?: RestChoice;
  /** What its skeleton rests in as the takes beside its file tell, where no rest is chosen. */
  readonly known?: NamedRest;
  /** Keep a first frame that is a calibration pose; of BVH files that is decided as they are read. Default: it is left out. */
  readonly keepsFirst?: boolean;
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
  /** What it rests in as other clips of its skeleton can take it; null where their own files tell it as well. */
  readonly skeletonRest: NamedRest | null;
  /** Whether the motion's first frame is a calibration pose and was left out. */
  readonly leavesFirst: boolean;
}

export interface SampleRequest {
  readonly sources: readonly SampleSource[];
  readonly characterHash: string;
  readonly rig: RigSettings;
  /** Moments looked at in a second. Default 10. */
  readonly fps?: number;
  /** How much poses must differ: the share of the hip height that some joint is away from its place in every other pose. Default 0.08. */
  readonly difference?: number;
  /** Whether poses are kept that only mirror another. Default: no. */
  readonly mirrored?: boolean;
}

/** A motion that poses are taken of. */
export interface SampleSource {
  readonly characterHash: string;
  readonly index: number;
  /** As for retargeting. */
  readonly known?: NamedRest;
  /** What its poses are called after. Default: the motion's name. */
  readonly name?: string;
}

/** A pose for the library, not yet with a picture. */
export interface SampledPose {
  readonly id: string;
  readonly name: string;
  readonly tags: readonly string[];
  /** That of its clip. */
  readonly folder: string;
  readonly joints: readonly number[];
  /** The pose's numbers. */
  readonly pose: readonly number[];
}
