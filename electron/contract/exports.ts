import type { PlayedActor } from '../../core/document/played-scene.ts';
import type { Clip } from '../../core/animation/clip.ts';
import type { CameraData, PropData } from '../../core/document/project-data.ts';
import type { RigSettings } from '../../core/document/project.ts';

/** Clips and poses are written onto their characters, and read back. */
export interface ExportMessages {
  /** Writes a clip or a pose, reads the file back and compares. All are jobs: a cancelled one leaves what was there before. */
  'export.clip': (job: string, request: ExportClipRequest) => ExportReport;
  /** All actors and props of a scene in one GLB, in the same way. */
  'export.scene': (job: string, request: ExportSceneRequest) => ExportReport;
  'export.pose': (job: string, request: ExportPoseRequest) => ExportReport;
  /** Whether an export to this path would replace a file that no export of this program has written as it is. */
  'export.replaces': (path: string) => boolean;
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
  /** Whether the file also gets what KHR_character, a draft, says of the character; default: no. */
  readonly khrCharacter?: boolean;
}

export interface ExportSceneRequest {
  /** The same clips for each, in the same order; several are whole and at their own rates. */
  readonly actors: readonly PlayedActor[];
  /** The props of the scene; default: none. */
  readonly props?: readonly PropData[];
  /** The cameras of the scene; default: none. */
  readonly cameras?: readonly CameraData[];
  /** Where to write: a .glb file. */
  readonly path: string;
  /** As for a clip. */
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
  /** Of an expression or a morph target; missing where there is none to compare. */
  readonly largestWeight?: number;
  readonly warnings: readonly string[];
}
