import { wrapAngle } from '../../../core/math/angles.ts';
import { add, meanOf, subtract, type Vec3 } from '../../../core/math/vec3.ts';
import { forwardKinematics } from '../../../core/skeleton/forward-kinematics.ts';
import type { Pose } from '../../../core/skeleton/pose.ts';
import type { Rig } from '../../../core/humanoid/body/rig.ts';
import type { CameraPreset, PictureCamera, PictureRequest } from '../../../electron/contract.ts';
import { boneEnds, boneShapes } from '../geometry/bone-shapes.ts';
import { presetOrbit } from '../geometry/camera-presets.ts';
import { boxAround, type Box } from '../geometry/figure-bounds.ts';
import { frameBox, type Orbit } from '../geometry/orbit.ts';
import type { Moments } from './moments.ts';

/** Where each picture is taken from. */
export type CameraPath = (index: number) => Orbit;

export interface CameraPathOptions {
  readonly rig: Rig;
  readonly request: PictureRequest;
  readonly moments: Moments;
  /** Width over height of a picture. */
  readonly aspect: number;
  /** The viewport's view, and the pose that it was chosen for. */
  readonly view: Orbit;
  readonly shown: Pose;
  readonly flesh: Flesh;
}

/** Metres that the figure reaches beyond its bones, to any side, above and below. */
export interface Flesh {
  readonly aside: number;
  readonly above: number;
  readonly below: number;
}

/** How far `whole`, the box of the figure, reaches beyond that of its bones. */
export function fleshAround(bones: Box, whole: Box): Flesh {
  const aside = Math.max(
    ...[0, 2].map((axis) => Math.max(bones.low[axis]! - whole.low[axis]!, whole.high[axis]! - bones.high[axis]!)),
  );
  return {
    aside: Math.max(0, aside),
    above: Math.max(0, whole.high[1] - bones.high[1]),
    below: Math.max(0, bones.low[1] - whole.low[1]),
  };
}

/** Poses of a film that are looked at for its frame: all of a short one. */
const MOST_LOOKED_AT = 90;
/** Directions of a round that are looked at. */
const ROUND = 24;
/** Frames on either side that a following camera is smoothed over, seconds. */
const SMOOTHING = 0.35;

/** The camera of every picture of a request, from its poses alone: the same for every run. */
export function cameraPath(options: CameraPathOptions): CameraPath {
  const { request, moments, view, shown } = options;
  const turns = request.subject === 'turntable' && request.turns === 0 ? 1 : request.turns;
  // On a sheet the pictures are compared: the figure stands in the same place in all of them.
  const follows = request.follows || (request.subject.endsWith('Sheet') && request.camera !== 'view');
  const carried = follows ? carriedBy(moments) : () => STILL;
  const base = request.camera === 'view' ? view : framedOrbit(options, carried, turns !== 0);
  const start = request.camera === 'view' && follows ? overFloor(shown) : STILL;
  return (index) => ({
    ...base,
    target: add(base.target, subtract(carried(index), start)),
    yaw: wrapAngle(base.yaw + (2 * Math.PI * turns * index) / moments.count),
  });
}

const STILL: Vec3 = [0, 0, 0];

/** Where the root is over the floor, from where it rests. */
function overFloor(pose: Pose): Vec3 {
  return [pose[0]!, 0, pose[2]!];
}

/** The way of the root over the floor, without its swaying. */
function carriedBy({ count, fps, at }: Moments): (index: number) => Vec3 {
  const places = Array.from({ length: count }, (_, i) => overFloor(at(i).pose));
  const reach = fps === null ? 0 : Math.round(SMOOTHING * fps);
  return (index) => {
    // As many on one side as on the other: at the ends it does not lag behind.
    const near = Math.min(reach, index, count - 1 - index);
    return meanOf(places.slice(index - near, index + near + 1));
  };
}

/** The chosen side of the character from as near as everything that moves stays in the picture. */
function framedOrbit(
  { rig, request, moments, aspect, view, flesh }: CameraPathOptions,
  carried: (index: number) => Vec3,
  isRound: boolean,
) {
  const box = grown(boxOf(rig, moments, carried), flesh);
  const from = presetOrbit(view, isSide(request.camera) ? request.camera : 'front', rig.report.facing);
  if (!isRound) return frameBox(from, box, aspect);
  const round = Array.from({ length: ROUND }, (_, i) => frameBox({ ...from, yaw: (2 * Math.PI * i) / ROUND }, box, aspect));
  return { ...round[0]!, yaw: from.yaw, distance: Math.max(...round.map(({ distance }) => distance)) };
}

/** Whether it is a side of the character. */
function isSide(camera: PictureCamera): camera is CameraPreset {
  return camera !== 'view' && camera !== 'cuts' && !camera.startsWith('scene:');
}

function boxOf(rig: Rig, { count, at }: Moments, carried: (index: number) => Vec3): Box {
  const bones = boneShapes(rig).filter(({ humanoid }) => humanoid);
  const step = Math.max(1, Math.ceil(count / MOST_LOOKED_AT));
  const corners: Vec3[] = [];
  for (let i = 0; i < count; i += step) {
    const world = forwardKinematics(rig.skeleton, at(i).pose);
    const box = boxAround(bones.flatMap((bone) => boneEnds(bone, world)));
    if (box) corners.push(subtract(box.low, carried(i)), subtract(box.high, carried(i)));
  }
  return boxAround(corners) ?? { low: [-1, 0, -1], high: [1, 2, 1] };
}

function grown({ low, high }: Box, { aside, above, below }: Flesh): Box {
  return { low: subtract(low, [aside, below, aside]), high: add(high, [aside, above, aside]) };
}
