import type { PointWay } from '../animation/camera-ways.ts';
import { sampleClip } from '../animation/sampling.ts';
import type { Rig } from '../humanoid/body/rig.ts';
import { fromPlace } from '../math/place.ts';
import { forwardKinematics, worldPosition } from '../skeleton/forward-kinematics.ts';
import { playedActiveClip, type RigOfActor } from './played-scene.ts';
import type { Project } from './project.ts';

/** Where a joint of the actor that is worked on is in the scene, over the clip on the timeline as it is played. `rig` is that actor's. */
export function jointWay(project: Project, rig: Rig, rigOf: RigOfActor, joint: number): PointWay {
  const { skeleton } = rig;
  const clip = playedActiveClip(project, rig, rigOf);
  return (time) => {
    const world = forwardKinematics(skeleton, sampleClip(skeleton, clip, time));
    return fromPlace(project.place, worldPosition(world, joint));
  };
}
