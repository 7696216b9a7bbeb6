import type { CharacterScene } from '../../skeleton/scene.ts';
import * as z from 'zod/mini';
import { createAccessorReader } from '../gltf/gltf-accessors.ts';
import { sampleChannel } from '../gltf/animation-sampling.ts';
import type { GltfAsset } from '../gltf/gltf-asset.ts';
import type { FileAnimation } from '../gltf/gltf-animation.ts';
import { composeMatrix, invertAffine, type Matrix } from '../gltf/matrix.ts';
import { parentsFirst, worldMatrices } from '../gltf/scene-worlds.ts';
import { usdIdentifiers, usdMatrix, usdNumber, usdPrim, usdQuats, usdTuples } from './usd-text.ts';

/** A skeleton of the file: all nodes below one root of the scene, or several, as they are bound for some skins. */
export interface UsdSkeleton {
  readonly name: string;
  /** Parents first. */
  readonly nodes: readonly number[];
  /** For each of them where it is when the mesh is as it was modelled. */
  readonly binds: readonly Matrix[];
}

/** Elements of two matrices that differ by no more are the same. */
const SAME = 1e-5;

const skinSchema = z.looseObject({ joints: z.array(z.int()), inverseBindMatrices: z.optional(z.int()) });

/** Where each joint of a skin is bound; null where a matrix has no inverse. */
function skinBinds(asset: GltfAsset, skin: number): ReadonlyMap<number, Matrix> {
  const { joints, inverseBindMatrices } = skinSchema.parse(asset.document.skins?.[skin]);
  const values = inverseBindMatrices === undefined ? null : createAccessorReader(asset)(inverseBindMatrices).values;
  return new Map(
    joints.map((joint, i) => {
      const inverse = values ? Array.from(values.subarray(16 * i, 16 * i + 16)) : composeMatrix(UNMOVED);
      const bind = invertAffine(inverse);
      if (!bind) throw new Error('a skin of the file has a matrix without an inverse, which USD cannot hold');
      return [joint, bind];
    }),
  );
}

const UNMOVED = { translation: [0, 0, 0], rotation: [0, 0, 0, 1], scale: [1, 1, 1] } as const;

/** The roots of a scene, those together that a skin joins: a mesh may hang beside its bones. */
export function rootGroups({ document }: GltfAsset, scene: CharacterScene): readonly (readonly number[])[] {
  const rootOf: number[] = [];
  for (const node of parentsFirst(scene)) rootOf[node] = rootOf[scene.nodes[node]!.parent] ?? node;
  const groups = new Map(scene.nodes.flatMap(({ parent }, node) => (parent < 0 ? [[node, new Set([node])] as const] : [])));
  for (const node of scene.meshNodes) {
    const { skin } = document.nodes![node]!;
    if (skin === undefined) continue;
    for (const joint of skinSchema.parse(document.skins?.[skin]).joints) {
      const [own, other] = [groups.get(rootOf[node]!)!, groups.get(rootOf[joint]!)!];
      if (own === other) continue;
      for (const root of other) groups.set(root, own.add(root));
    }
  }
  return [...new Set(groups.values())].map((roots) => [...roots].sort((a, b) => a - b));
}

/** Everything below some roots, and the skeletons that its skins need: one, unless two skins bind a joint at different places. */
export function skeletonsOf(
  asset: GltfAsset,
  scene: CharacterScene,
  roots: readonly number[],
  skins: readonly number[],
): { readonly skeletons: readonly UsdSkeleton[]; readonly ofSkin: ReadonlyMap<number, number> } {
  const isBelow = new Set<number>();
  const nodes = parentsFirst(scene).filter((node) => {
    const { parent } = scene.nodes[node]!;
    if (roots.includes(node) || isBelow.has(parent)) isBelow.add(node);
    return isBelow.has(node);
  });
  const worlds = worldMatrices(scene);
  const variants: Map<number, Matrix>[] = [new Map()];
  const ofSkin = new Map<number, number>();
  for (const skin of skins) {
    const binds = skinBinds(asset, skin);
    const agrees = (variant: ReadonlyMap<number, Matrix>) =>
      [...binds].every(([joint, bind]) => !variant.has(joint) || isSame(variant.get(joint)!, bind));
    let at = variants.findIndex(agrees);
    if (at < 0) at = variants.push(new Map()) - 1;
    for (const [joint, bind] of binds) variants[at]!.set(joint, bind);
    ofSkin.set(skin, at);
  }
  const skeletons = variants.map((variant, i): UsdSkeleton => ({
    name: i === 0 ? 'Skeleton' : `Skeleton_${i + 1}`,
    nodes,
    binds: nodes.map((node) => variant.get(node) ?? worlds[node]!),
  }));
  return { skeletons, ofSkin };
}

function isSame(a: Matrix, b: Matrix): boolean {
  return a.every((value, i) => Math.abs(value - b[i]!) <= SAME * Math.max(1, Math.abs(value)));
}

/** A name of its own for each node of a file. */
export function nodeIdentifiers({ nodes }: CharacterScene): string[] {
  const identify = usdIdentifiers();
  return nodes.map(({ name }) => identify(name));
}

/** Names of joints as USD has them: the way from the root, `Hips/Spine/Chest`. */
function jointPaths(scene: CharacterScene, { nodes }: UsdSkeleton, identifiers: readonly string[]): string[] {
  const paths = new Map<number, string>();
  return nodes.map((node) => {
    const above = paths.get(scene.nodes[node]!.parent);
    const path = above === undefined ? identifiers[node]! : `${above}/${identifiers[node]!}`;
    paths.set(node, path);
    return path;
  });
}

/** What some nodes do in a skeleton of the file, as it has it: numbers of single precision. */
export interface UsdMotion {
  readonly nodes: readonly number[];
  /** In frames, rising. */
  readonly times: readonly number[];
  /** At each time, three and four numbers a node. */
  readonly translations: readonly (readonly number[])[];
  readonly rotations: readonly (readonly number[])[];
  /** Three a node; they do not change. */
  readonly scales: readonly number[];
}

/** The nodes of a skeleton that an animation moves: at each of its keys all of them. Null where it moves none. */
export function motionOfSkeleton(
  scene: CharacterScene,
  { nodes }: UsdSkeleton,
  { channels, start }: FileAnimation,
  fps: number,
): UsdMotion | null {
  const own = channels.filter(({ node }) => nodes.includes(node));
  if (own.length === 0) return null;
  const moving = nodes.filter((node) => own.some((channel) => channel.node === node));
  const seconds = [...new Set(own.flatMap((channel) => [...channel.times]))].sort((a, b) => a - b);
  const channelOf = new Map(own.map((channel) => [`${channel.node} ${channel.path}`, channel]));
  const values = (part: 'translation' | 'rotation' | 'scale', time: number) =>
    moving.flatMap((node) => {
      const channel = channelOf.get(`${node} ${part}`);
      return (channel ? [...sampleChannel(channel, time)] : [...scene.nodes[node]![part]]).map(asWritten);
    });
  return {
    nodes: moving,
    times: seconds.map((time) => asWritten((time - start) * fps)),
    translations: seconds.map((time) => values('translation', time)),
    rotations: seconds.map((time) => values('rotation', time)),
    scales: values('scale', start),
  };
}

function asWritten(value: number): number {
  return Number(usdNumber(value));
}

/** The lines of a skeleton, with its motion where it has one. `place` is its path in the file. */
export function skeletonLines(
  scene: CharacterScene,
  skeleton: UsdSkeleton,
  motion: UsdMotion | null,
  identifiers: readonly string[],
  place: string,
): string[] {
  const paths = jointPaths(scene, skeleton, identifiers);
  return usdPrim(
    'Skeleton',
    skeleton.name,
    ['prepend apiSchemas = ["SkelBindingAPI"]'],
    [
      `uniform token[] joints = ${usdTokens(paths)}`,
      `uniform matrix4d[] bindTransforms = [${skeleton.binds.map(usdMatrix).join(', ')}]`,
      `uniform matrix4d[] restTransforms = [${skeleton.nodes.map((node) => usdMatrix(composeMatrix(scene.nodes[node]!))).join(', ')}]`,
      ...(motion
        ? [
            `rel skel:animationSource = <${place}/${skeleton.name}/Animation>`,
            ...motionLines(
              motion,
              motion.nodes.map((node) => paths[skeleton.nodes.indexOf(node)]!),
            ),
          ]
        : []),
    ],
  );
}

function motionLines({ times, translations, rotations, scales }: UsdMotion, paths: readonly string[]): string[] {
  const samples = (values: readonly (readonly number[])[], write: (flat: readonly number[]) => string) =>
    times.map((time, i) => `    ${usdNumber(time)}: ${write(values[i]!)},`);
  return usdPrim(
    'SkelAnimation',
    'Animation',
    [],
    [
      `uniform token[] joints = ${usdTokens(paths)}`,
      'quatf[] rotations.timeSamples = {',
      ...samples(rotations, usdQuats),
      '}',
      `half3[] scales = ${usdTuples(scales, 3)}`,
      'float3[] translations.timeSamples = {',
      ...samples(translations, (flat) => usdTuples(flat, 3)),
      '}',
    ],
  );
}

function usdTokens(names: readonly string[]): string {
  return `[${names.map((name) => `"${name}"`).join(', ')}]`;
}
