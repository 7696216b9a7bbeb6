import * as z from 'zod/mini';
import { readAnimations, type FileAnimation } from '../gltf/gltf-animation.ts';
import { createAccessorReader } from '../gltf/gltf-accessors.ts';
import { readGltf, type GltfAsset } from '../gltf/gltf-asset.ts';
import { readCharacterScene } from '../gltf/gltf-scene.ts';
import { composeMatrix, type Matrix } from '../gltf/matrix.ts';
import { readPrimitives } from '../gltf/mesh-extents.ts';
import { morphTargetsOf } from '../gltf/morph-targets.ts';
import type { CharacterScene } from '../../skeleton/scene.ts';
import type { WrittenSkeleton } from './compare-usd.ts';
import { imageOf, materialAt, materialLines } from './usd-materials.ts';
import { meshLines, type MeshBinding } from './usd-mesh.ts';
import { motionOfSkeleton, nodeIdentifiers, rootGroups, skeletonLines, skeletonsOf, type UsdSkeleton } from './usd-skeleton.ts';
import { indented, usdIdentifiers, usdNumber, usdPrim, usdText } from './usd-text.ts';

/** A scene in USD's text format, and the pictures that it names. */
export interface UsdScene {
  readonly text: string;
  /** By their names in the archive. */
  readonly pictures: ReadonlyMap<string, Uint8Array>;
  /** What USD does not hold of the file, in sentences. */
  readonly warnings: readonly string[];
  /** What the text was made of, and what it says of that. */
  readonly scene: CharacterScene;
  readonly animation: FileAnimation | null;
  readonly skeletons: readonly WrittenSkeleton[];
}

/** How a GLB becomes a scene of USD. */
export interface UsdSettings {
  /** Frames a second: what a time code is. */
  readonly fps: number;
  /** Whether pictures stand beside the text, as in an archive. */
  readonly hasPictures: boolean;
  /** Whether the last animation of the file is played; else it is as it rests. */
  readonly moves: boolean;
}

const WORLD = '/World';
const MATERIALS = `${WORLD}/Materials`;

const skinned = z.looseObject({ joints: z.array(z.int()) });

/**
 * What a GLB draws, and its last animation, as a scene of USD with UsdSkel: for each root of the scene a SkelRoot with a skeleton of all its nodes, on which every mesh
 * hangs, whether skinned or not; materials as the preview surface; metres, +Y up.
 */
export function glbToUsd(bytes: Uint8Array, { fps, hasPictures, moves }: UsdSettings): UsdScene {
  const asset = readGltf(bytes);
  const scene = readCharacterScene(asset);
  const animation = moves ? (readAnimations(asset).animations.at(-1) ?? null) : null;
  const pictures = new Map<string, Uint8Array>();
  const warnings = new Set<string>();
  const identifiers = nodeIdentifiers(scene);
  const usedMaterials = new Map<number, string>();
  const nameMaterial = usdIdentifiers();

  function materialOf(index: number | undefined): string {
    const key = index ?? -1;
    const known = usedMaterials.get(key);
    if (known) return known;
    const name = nameMaterial(materialAt(asset, index).name ?? (index === undefined ? 'Plain' : `Material_${index}`));
    usedMaterials.set(key, name);
    return name;
  }

  // Programs that look for what moves by its name alone find the joint, and no prim that is called so.
  const moving = [...new Set(animation?.channels.map(({ node }) => identifiers[node]!))];
  const nameRoot = usdIdentifiers(moving);
  const written: WrittenSkeleton[] = [];
  const drawn = rootGroups(asset, scene).flatMap((roots) => {
    const name = nameRoot(identifiers[roots[0]!]!);
    const parts = rootLines(asset, scene, roots, animation, { fps, identifiers, moving, name, materialOf });
    if (parts.hasShapes) warnings.add('expressions and other morph targets are not in the USD file: .glb and .vrm hold them');
    written.push(...parts.skeletons);
    return parts.lines;
  });
  if (asset.document.extensionsUsed?.includes('KHR_draco_mesh_compression'))
    warnings.add('meshes that are compressed with Draco are not in the USD file: write the character without that first');
  const pictureOf = (texture: number): string | null => {
    const image = imageOf(asset, texture);
    const picture = image === undefined ? null : pictureBytes(asset, image);
    if (!picture) {
      warnings.add('pictures in formats that USD does not know are not in the file');
      return null;
    }
    if (!hasPictures) {
      warnings.add('a .usda file holds no pictures: its materials have plain colours; .usdz holds them');
      return null;
    }
    const name = `textures/image_${image}.${picture.extension}`;
    pictures.set(name, picture.bytes);
    return name;
  };
  const materials = [...usedMaterials].flatMap(([index, name]) =>
    materialLines(materialAt(asset, index < 0 ? undefined : index), name, `${MATERIALS}/${name}`, pictureOf),
  );
  const end = animation ? (animation.end - animation.start) * fps : 0;
  const text = [
    '#usda 1.0',
    '(',
    ...indented([
      `defaultPrim = "World"`,
      `doc = ${usdText('Written by Limber')}`,
      `endTimeCode = ${usdNumber(end)}`,
      `framesPerSecond = ${usdNumber(fps)}`,
      'metersPerUnit = 1',
      'startTimeCode = 0',
      `timeCodesPerSecond = ${usdNumber(fps)}`,
      'upAxis = "Y"',
    ]),
    ')',
    '',
    ...usdPrim('Xform', 'World', [], [...drawn, ...usdPrim('Scope', 'Materials', [], materials)]),
    '',
  ].join('\n');
  return { text, pictures, warnings: [...warnings], scene, animation, skeletons: written };
}

interface RootParts {
  readonly fps: number;
  readonly identifiers: readonly string[];
  /** Those of nodes that move. */
  readonly moving: readonly string[];
  readonly name: string;
  readonly materialOf: (index: number | undefined) => string;
}

function rootLines(
  asset: GltfAsset,
  scene: CharacterScene,
  roots: readonly number[],
  animation: FileAnimation | null,
  { fps, identifiers, moving, name, materialOf }: RootParts,
): { readonly lines: string[]; readonly hasShapes: boolean; readonly skeletons: readonly WrittenSkeleton[] } {
  const read = createAccessorReader(asset);
  const place = `${WORLD}/${name}`;
  const isBelow = (node: number): boolean => roots.includes(node) || (node >= 0 && isBelow(scene.nodes[node]!.parent));
  const meshNodes = scene.meshNodes.filter(isBelow);
  const skins = [...new Set(meshNodes.flatMap((node) => asset.document.nodes![node]!.skin ?? []))];
  const { skeletons, ofSkin } = skeletonsOf(asset, scene, roots, skins);
  const nameMesh = usdIdentifiers([...moving, ...skeletons.map(({ name: own }) => own)]);
  let hasShapes = false;
  const meshes = meshNodes.flatMap((node) => {
    const { mesh, skin } = asset.document.nodes![node]!;
    hasShapes ||= morphTargetsOf(asset.document, node) > 0;
    const skeleton = skeletons[skin === undefined ? 0 : ofSkin.get(skin)!]!;
    const binding: MeshBinding = {
      skeleton: `${place}/${skeleton.name}`,
      joints:
        skin === undefined
          ? [skeleton.nodes.indexOf(node)]
          : skinned.parse(asset.document.skins![skin]).joints.map((joint) => skeleton.nodes.indexOf(joint)),
      bind: skin === undefined ? bindOf(skeleton, node) : composeMatrix(UNMOVED),
      isSkinned: skin !== undefined,
    };
    return readPrimitives(asset, mesh!).flatMap((primitive) => {
      const index = (primitive as { material?: number }).material;
      const own = nameMesh(identifiers[node]!);
      const look = { material: `${MATERIALS}/${materialOf(index)}`, doubleSided: materialAt(asset, index).doubleSided ?? false };
      return meshLines(primitive, read, own, binding, look) ?? [];
    });
  });
  const motions = skeletons.map((skeleton) => animation && motionOfSkeleton(scene, skeleton, animation, fps));
  const bones = skeletons.flatMap((skeleton, i) => skeletonLines(scene, skeleton, motions[i]!, identifiers, place));
  return {
    lines: usdPrim('SkelRoot', name, ['prepend apiSchemas = ["SkelBindingAPI"]'], [...bones, ...meshes]),
    hasShapes,
    skeletons: skeletons.map(({ nodes }, i) => ({ nodes, motion: motions[i]! })),
  };
}

const UNMOVED = { translation: [0, 0, 0], rotation: [0, 0, 0, 1], scale: [1, 1, 1] } as const;

/** A mesh that a node carries is where that node is bound. */
function bindOf({ nodes, binds }: UsdSkeleton, node: number): Matrix {
  return binds[nodes.indexOf(node)]!;
}

/** PNG and JPEG, as they lie in the file; null for others. */
function pictureBytes(asset: GltfAsset, image: number): { readonly bytes: Uint8Array; readonly extension: string } | null {
  const { bufferView } = asset.document.images?.[image] ?? {};
  const view = bufferView === undefined ? undefined : asset.document.bufferViews?.[bufferView];
  if (!view) return null;
  const { buffer, byteOffset = 0, byteLength } = view;
  const bytes = asset.buffers[buffer]!.subarray(byteOffset, byteOffset + byteLength);
  if (bytes[0] === 0x89 && bytes[1] === 0x50) return { bytes, extension: 'png' };
  return bytes[0] === 0xff && bytes[1] === 0xd8 ? { bytes, extension: 'jpg' } : null;
}
