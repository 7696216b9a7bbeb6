import { readSprings } from '../../core/formats/gltf/read-springs.ts';
import { restPose, setRotation, type Pose } from '../../core/skeleton/pose.ts';
import type { CharacterScene } from '../../core/skeleton/scene.ts';
import { buildRig } from '../../core/humanoid/rigging/build-rig.ts';
import type { Rig } from '../../core/humanoid/body/rig.ts';
import { plainFigure, sceneOf, type FigureJoint } from './figure.ts';

const HAIR: readonly FigureJoint[] = [
  { name: 'hair1', parent: 'head', at: [0.02, 1.74, -0.05] },
  { name: 'hair2', parent: 'hair1', at: [0.02, 1.7, -0.15], turned: [0.2, 0, 0, Math.sqrt(0.96)] },
  { name: 'hair3', parent: 'hair2', at: [0.02, 1.6, -0.18] },
  { name: 'hair_end', parent: 'hair3', at: [0.02, 1.48, -0.18], isBare: true },
  { name: 'skirt1', parent: 'hips', at: [0.1, 0.93, 0.08] },
  { name: 'skirt2', parent: 'skirt1', at: [0.12, 0.7, 0.1] },
  { name: 'skirt_end', parent: 'skirt2', at: [0.13, 0.5, 0.12], isBare: true },
];

/** What a VRM 1.0 file would state of the springs of {@link springyFigure}, by the names of its nodes. */
const SPRINGS = {
  specVersion: '1.0',
  colliders: [
    { node: 'neck', shape: { sphere: { offset: [0, 0.02, -0.04], radius: 0.09 } } },
    { node: 'thigh.l', shape: { capsule: { offset: [0, -0.05, 0], radius: 0.09, tail: [0, -0.35, 0] } } },
  ],
  colliderGroups: [{ colliders: [0] }, { colliders: [1] }],
  springs: [
    {
      name: 'hair',
      joints: ['hair1', 'hair2', 'hair3', 'hair_end'].map((node, i) => ({
        node,
        hitRadius: 0.02,
        stiffness: 0.8 - 0.2 * i,
        gravityPower: 0.3,
        gravityDir: [0.6, -0.8, 0],
        dragForce: 0.2,
      })),
      colliderGroups: [0],
    },
    {
      name: 'skirt',
      joints: ['skirt1', 'skirt2', 'skirt_end'].map((node) => ({
        node,
        hitRadius: 0.03,
        stiffness: 0.4,
        gravityPower: 0.5,
        dragForce: 0.35,
      })),
      colliderGroups: [1],
      center: 'hips',
    },
  ],
};

/** A figure with a plait of three spring bones that a sphere stops, and a skirt of two that a capsule stops, whose centre are the hips. */
export function springyFigure(): { readonly scene: CharacterScene; readonly rig: Rig; readonly extension: object } {
  const joints = [...plainFigure(), ...HAIR];
  const scene = sceneOf(joints);
  const indices = new Map(scene.nodes.map(({ name }, i) => [name, i]));
  const byIndex = (key: string, value: unknown) =>
    (key === 'node' || key === 'center') && typeof value === 'string' ? indices.get(value) : value;
  const extension = JSON.parse(JSON.stringify(SPRINGS, byIndex)) as object;
  const nodes = scene.nodes.map(({ name }) => ({ name }));
  const springs = readSprings({ asset: { version: '2.0' }, nodes, extensions: { VRMC_springBone: extension } })!;
  const springy = { ...scene, springs };
  return { scene: springy, rig: buildRig(springy), extension };
}

/** Where a body that sways, nods and kicks is after some seconds: what springs were compared with another program on. */
export function swayingPose({ skeleton, humanoid }: Rig, seconds: number): Pose {
  const pose = restPose(skeleton);
  const turn = (joint: number, axis: 0 | 1 | 2, angle: number) => {
    const half = [0, 0, 0, Math.cos(angle / 2)] as [number, number, number, number];
    half[axis] = Math.sin(angle / 2);
    setRotation(pose, joint, half);
  };
  pose.set([0.25 * Math.sin(5 * seconds), 0.06 * Math.sin(11 * seconds), 0.4 * seconds]);
  turn(humanoid.hips!, 1, 0.8 * Math.sin(3 * seconds));
  turn(humanoid.head!, 0, 0.7 * Math.sin(7 * seconds));
  turn(humanoid.leftUpperLeg!, 0, -0.9 * Math.sin(6 * seconds) ** 2);
  return pose;
}
