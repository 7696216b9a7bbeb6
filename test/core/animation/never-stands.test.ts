import { describe, expect, test } from 'vitest';
import type { Clip } from '../../../core/animation/clip.ts';
import { clipFromPoses } from '../../../core/animation/clip-from-poses.ts';
import { frameTimes, posesAt } from '../../../core/animation/joint-paths.ts';
import { retargetClip } from '../../../core/animation/retarget-clip.ts';
import type { HumanoidBone } from '../../../core/humanoid/body/bones.ts';
import { legLength } from '../../../core/humanoid/body/leg-length.ts';
import type { Rig } from '../../../core/humanoid/body/rig.ts';
import { buildRig } from '../../../core/humanoid/rigging/build-rig.ts';
import { toDegrees, toRadians } from '../../../core/math/angles.ts';
import { fromAxisAngle, multiply, rotate, type Quat } from '../../../core/math/quat.ts';
import { add, distance, lerp, subtract, type Vec3 } from '../../../core/math/vec3.ts';
import { forwardKinematics, worldPosition } from '../../../core/skeleton/forward-kinematics.ts';
import { restPose, rootTranslationOf, setRotation } from '../../../core/skeleton/pose.ts';
import { plainFigure, sceneOf } from '../../helpers/figure.ts';
import { sampleRigs } from '../../helpers/rigs.ts';
import { few } from '../../helpers/extent.ts';

const FPS = 30;
const SECONDS = 2;
const withToes = buildRig(sceneOf(plainFigure()), { preset: 'free' });
const withoutToes = buildRig(sceneOf(plainFigure().filter(({ name }) => !name.startsWith('toes'))), { preset: 'free' });
const targets = sampleRigs().filter(({ name }) => ['mannequin.glb', 'kaykit-knight.glb'].includes(name));

const about = (x: number, y: number, z: number, degrees: number): Quat => fromAxisAngle([x, y, z], toRadians(degrees));
const aboutX = (degrees: number) => about(1, 0, 0, degrees);
const aboutY = (degrees: number) => about(0, 1, 0, degrees);
const aboutZ = (degrees: number) => about(0, 0, 1, degrees);

/** How a body is at a time: where its hips are beside their rest, and the turns of bones whose axes are the world's at rest. */
interface Held {
  readonly hips: Vec3;
  readonly turns: Partial<Record<HumanoidBone, Quat>>;
}

const feetTogether = { leftUpperLeg: aboutZ(-6), rightUpperLeg: aboutZ(6) };
const dangling = { leftFoot: aboutX(45), rightFoot: aboutX(45) };

const aloft: Record<string, (time: number) => Held> = {
  'hovers still': () => ({ hips: [0, 0.5, 0], turns: {} }),
  'hovers and spins slowly': (time) => ({ hips: [0, 0.5, 0], turns: { hips: aboutY(180 * time), ...feetTogether } }),
  'swims ahead': (time) => {
    const kick = 20 * Math.sin(6 * time);
    return {
      hips: [0, 0, 0.5 * time],
      turns: { hips: aboutX(80), leftUpperLeg: aboutX(kick), rightUpperLeg: aboutX(-kick), ...dangling },
    };
  },
  'hangs by the hands': (time) => {
    const swing = aboutX(5 * Math.sin(2 * time));
    const arms = { leftUpperArm: aboutZ(60), rightUpperArm: aboutZ(-60) };
    return { hips: [0, 0.6, 0], turns: { ...arms, leftUpperLeg: swing, rightUpperLeg: swing, ...dangling } };
  },
};

const spinning: Record<string, (time: number) => Held> = {
  'hovers and spins slowly': aloft['hovers and spins slowly']!,
  'spins on the spot, once in 4 s': (time) => ({ hips: [0, 0, 0], turns: { hips: aboutY(90 * time), ...feetTogether } }),
  'spins on the spot, once in 2 s': (time) => ({ hips: [0, 0, 0], turns: { hips: aboutY(180 * time), ...feetTogether } }),
  'spins on the spot, twice in a second': (time) => ({ hips: [0, 0, 0], turns: { hips: aboutY(720 * time), ...feetTogether } }),
  'spins on one heel': (time) => {
    const turn = aboutY(-180 * time);
    const [x, , z] = rotate(turn, [-0.09, 0, 0]);
    return { hips: [x, 0, z], turns: { hips: turn, rightUpperLeg: aboutX(-70), rightLowerLeg: aboutX(90) } };
  },
};

const lying: Record<string, (time: number) => Held> = {
  'lies still': () => ({ hips: [0, -0.85, 0], turns: { hips: aboutX(-90) } }),
  'spins on the back': (time) => ({ hips: [0, -0.8, 0], turns: { hips: multiply(aboutY(180 * time), aboutX(-90)) } }),
  'spins on the side': (time) => ({ hips: [0, -0.8, 0], turns: { hips: multiply(aboutY(180 * time), aboutZ(-90)) } }),
  'goes round on the side': (time) => ({
    hips: [0.6 * Math.cos(3 * time), -0.8, 0.6 * Math.sin(3 * time)],
    turns: { hips: multiply(aboutY(180 * time), aboutZ(-90)) },
  }),
};

function clipOf({ skeleton, humanoid }: Rig, heldAt: (time: number) => Held): Clip {
  const poses = Array.from({ length: SECONDS * FPS + 1 }, (_, frame) => {
    const pose = restPose(skeleton);
    const { hips, turns } = heldAt(frame / FPS);
    pose.set(add(rootTranslationOf(pose), hips));
    for (const [bone, turn] of Object.entries(turns)) setRotation(pose, humanoid[bone as HumanoidBone]!, turn);
    return pose;
  });
  return clipFromPoses(skeleton, poses, { id: 'c', name: 'Clip', fps: FPS, loop: false });
}

/** Where the middle between the tops of the legs, and the lower ankle, are in each frame. */
function motionOf({ skeleton, humanoid }: Rig, clip: Clip) {
  return posesAt(skeleton, clip, frameTimes(clip, FPS)).map((pose) => {
    const world = forwardKinematics(skeleton, pose);
    const at = (bone: HumanoidBone) => worldPosition(world, humanoid[bone]!);
    return {
      body: lerp(at('leftUpperLeg'), at('rightUpperLeg'), 0.5),
      hips: at('hips'),
      ankle: Math.min(at('leftFoot')[1], at('rightFoot')[1]),
    };
  });
}

/** The largest way from one frame to the next, legs. */
function largestStep(rig: Rig, places: readonly Vec3[]): number {
  return Math.max(...places.slice(1).map((place, frame) => distance(place, places[frame]!))) / legLength(rig);
}

/** Leg lengths from the tops of the legs to the hips at rest: so far they go round them for each radian by which the body turns. */
function hipsOff(rig: Rig): number {
  const [rest] = motionOf(
    rig,
    clipOf(rig, () => ({ hips: [0, 0, 0], turns: {} })),
  );
  return Math.hypot(...subtract(rest!.hips, rest!.body)) / legLength(rig);
}

describe.each([
  ['somebody', withToes],
  ['somebody without toes', withoutToes],
])('%s', (_, from) => {
  describe.each(targets)('brought onto $name', ({ rig: to }) => {
    // Fast spins turn by 24° a frame.
    const bring = (heldAt: (time: number) => Held) => {
      const clip = clipOf(from, heldAt);
      const result = retargetClip(from, clip, to);
      const [source, brought] = [motionOf(from, clip), motionOf(to, result.clip)];
      const turned = toRadians(24) * hipsOff(to);
      const bodies = [source, brought].map((motion, i) =>
        largestStep(
          i === 0 ? from : to,
          motion.map(({ body }) => body),
        ),
      );
      const hips = [source, brought].map((motion, i) =>
        largestStep(
          i === 0 ? from : to,
          motion.map(({ hips: place }) => place),
        ),
      );
      // Five thousandths of a leg for a body that does not move at all.
      expect(bodies[1]!).toBeLessThan(2 * bodies[0]! + 0.005);
      expect(hips[1]!).toBeLessThan(2 * hips[0]! + turned + 0.005);
      return { report: result.report, source, brought };
    };

    test.each(few(Object.entries(spinning), 7))('who %s stands nowhere', (_name, heldAt) => {
      const { report } = bring(heldAt);
      expect(report.contacts).toBe(0);
      expect(toDegrees(report.limbs.mean)).toBeLessThan(0.5);
      expect(report.broken).toEqual([]);
    });

    test.each(few(Object.entries({ ...aloft, ...lying }), 11))('who %s does not leap', (_name, heldAt) => {
      expect(bring(heldAt).report.floorPenetration).toBeLessThan(1e-3);
    });
  });
});
