import { massPoints, type MassPoint } from '../../humanoid/anatomy/mass-points.ts';
import { legLength } from '../../humanoid/body/leg-length.ts';
import type { Rig } from '../../humanoid/body/rig.ts';
import { add, scale, subtract, ZERO, type Vec3 } from '../../math/vec3.ts';
import { createWorldTransforms, forwardKinematics, pointOf, worldPosition } from '../../skeleton/forward-kinematics.ts';
import type { Pose } from '../../skeleton/pose.ts';
import { footPoints, type FootPoints } from '../holding/contact-points.ts';
import { lookThrough, type Steps } from '../steps.ts';
import { wayOntoSupport } from './support.ts';

/** What the laws of motion ask of a body, frame by frame. */
export interface BodyMotion {
  readonly fps: number;
  /** Metres of a leg: how large the body is. */
  readonly size: number;
  /** The centre of mass, world metres, one a frame. */
  readonly centres: readonly Vec3[];
  /** What stands for its mass, and where that is, 3 × points a frame, metres from the centre of mass. */
  readonly points: readonly MassPoint[];
  readonly places: readonly Float64Array[];
  readonly feet: readonly FootWay[];
  /** Along the floor from the centre of mass to the nearest place over what may carry the body, metres; nothing where it is over it. One a frame. */
  readonly ontoSupport: readonly Vec3[];
  /** 1 in each frame in which the hips are so high that nothing but the legs carries them. */
  readonly isUpright: Uint8Array;
}

/** The ways of a foot's joint, and of the sole under its ball: 3 × frames, world metres. */
export interface FootWay {
  readonly foot: FootPoints;
  readonly ankles: Float64Array;
  readonly balls: Float64Array;
}

/** Hip heights above the lowest point of the soles from which on a body stands: lower, it may sit. */
const STANDS = 0.6;

/** Looks at poses `1 / fps` seconds apart, in steps. */
export function* bodyMotionOf(rig: Rig, poses: readonly Pose[], fps: number): Steps<BodyMotion> {
  const points = massPoints(rig);
  const total = points.reduce((sum, { mass }) => sum + mass, 0);
  const world = createWorldTransforms(rig.skeleton);
  const way = () => new Float64Array(3 * poses.length);
  const feet = footPoints(rig).map((foot): FootWay => ({ foot, ankles: way(), balls: way() }));
  const isUpright = new Uint8Array(poses.length);
  const seen = yield* lookThrough(poses, (pose, frame) => {
    forwardKinematics(rig.skeleton, pose, world);
    const places = points.map(({ joint, offset }) => pointOf(world, joint, offset));
    const centre = scale(
      places.reduce((sum, place, k) => add(sum, scale(place, points[k]!.mass)), ZERO),
      1 / total,
    );
    for (const { foot, ankles, balls } of feet) {
      ankles.set(worldPosition(world, foot.limb.end), 3 * frame);
      balls.set(pointOf(world, foot.limb.end, foot.ballSole), 3 * frame);
    }
    const { lowest, way: onto } = wayOntoSupport(rig, world, centre);
    isUpright[frame] = Number(worldPosition(world, rig.humanoid.hips!)[1] - lowest > STANDS * rig.report.hipHeight);
    return [{ centre, onto, places: Float64Array.from(places.flatMap((place) => subtract(place, centre))) }];
  });
  return {
    fps,
    size: legLength(rig),
    centres: seen.map(({ centre }) => centre),
    points,
    places: seen.map(({ places }) => places),
    feet,
    ontoSupport: seen.map(({ onto }) => onto),
    isUpright,
  };
}
