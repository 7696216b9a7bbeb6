import { pictureFile } from '../../../core/library/saved-pose.ts';
import type { Vec3 } from '../../../core/math/vec3.ts';
import type { PoseData, ProjectData, SavedPoseData, UnkeyedData } from '../../../core/document/project-data.ts';

/** A picture of one black pixel. */
export const TINY_PNG =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

export function samplePose(id: string, thumbnail = TINY_PNG): SavedPoseData {
  return {
    id,
    name: `Pose ${id}`,
    tags: ['sitting', 'a "quoted" tag'],
    joints: ['hips', 'arm.l#2'],
    root: true,
    pose: { root: [0.1, -0.2, 1 / 3], joints: { 'arm.l#2': [0, Math.SQRT1_2, 0, Math.SQRT1_2] } },
    thumbnail,
  };
}

/** A project as it is read from its folder: pictures are files there. */
export function withPictureFiles<Data extends { readonly poses: readonly SavedPoseData[] }>(project: Data): Data {
  const poses = project.poses.map((saved) => (saved.thumbnail === '' ? saved : { ...saved, thumbnail: pictureFile(saved.id) }));
  return { ...project, poses };
}

/** A pose that no key holds, with its root at a place. */
export function unkeyedAt(root: Vec3, joints: PoseData['joints'] = {}): UnkeyedData {
  return { clip: 'clip-1', time: 0.25, pose: { root, joints } };
}

/** A project with something in every field. */
export function sampleProject(hash: string, changes: Partial<ProjectData> = {}): ProjectData {
  return {
    version: 3,
    name: 'Hero – Übung',
    character: { name: 'hero', fileName: 'hero.glb', hash },
    rig: {
      preset: 'dancer',
      corrections: { leftHand: 12, jaw: null },
      limits: {
        hips: { kind: 'free' },
        shin: { kind: 'hinge', axis: [1, 0, 0], min: 0, max: 2.4 },
        thigh: {
          kind: 'swingTwist',
          parentFrame: [0, 0, 0, 1],
          childFrame: [0, 0, 0, 1],
          swing: [1, 2, 0.5, 0.5],
          twist: [-0.5, 0.25],
        },
      },
      stiffness: { shin: 0.25 },
    },
    unkeyed: unkeyedAt([0, 0.05, 0], { hips: [0.6, 0, 0, 0.8] }),
    pins: {
      leftFoot: { translation: true, rotation: false, weight: 1 },
      leftHand: { translation: true, rotation: true, weight: 1, ik: 0.5 },
    },
    solver: {
      order: 'smartBounce',
      tolerance: 1e-3,
      maxIterations: 60,
      restarts: 4,
      rootStiffness: 0.5,
      weight: 0.8,
      softReach: 0.1,
      followLibrary: 0.6,
      gaze: [0.1, 1.5, 2],
    },
    poses: [samplePose('pose-1'), samplePose('pose-2', '')],
    clips: [
      {
        id: 'clip-1',
        name: 'Walk',
        duration: 2,
        fps: 30,
        loop: true,
        tracks: [
          {
            joint: null,
            interpolation: 'linear',
            keyInterpolations: ['overshoot', { out: [0, 0.1, 0], in: [0, -0.2, 0] }],
            times: [0, 1],
            values: [0, 0, 0, 0.1, 0, 0.5],
          },
          { joint: 'hips', interpolation: 'cubic', times: [0.5], values: [0, 0, 0, 1] },
        ],
      },
    ],
    activeClip: 'clip-1',
    ...changes,
  };
}
