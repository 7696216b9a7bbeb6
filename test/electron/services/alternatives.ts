import type { ProjectData } from '../../../core/document/project-data.ts';
import { samplePose, sampleProject } from './sample-project.ts';

/** Two projects of the same character that differ in every file: some poses are in one only, one is in both with another content. */
export function alternatives(hash: string): readonly [ProjectData, ProjectData] {
  const poses = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => samplePose(`pose-${from + i}`));
  const first = sampleProject(hash, { name: 'first', poses: poses(0, 6) });
  const second = sampleProject(hash, {
    name: 'second',
    poses: poses(4, 9).map((pose) => ({ ...pose, name: `${pose.name} changed`, thumbnail: '' })),
    clips: first.clips.map((clip) => ({ ...clip, name: 'Run', duration: 1 })),
    rig: { preset: 'stiff', corrections: {}, limits: {}, stiffness: {} },
  });
  return [first, second];
}
