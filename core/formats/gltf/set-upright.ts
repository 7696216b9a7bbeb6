import { IDENTITY, multiply, normalizeQuat, rotate, type Quat } from '../../math/quat.ts';
import type { Vec3 } from '../../math/vec3.ts';
import { isRecord } from '../text/json-text.ts';
import { listOf, writeAsset } from './glb-builder.ts';
import { readGltf, type GltfAsset } from './gltf-asset.ts';
import type { NewAnimation, NewChannel, NodePose } from './gltf-patch.ts';
import { localTransform } from './gltf-scene.ts';
import { carryGlb } from './rescale.ts';
import { CARRIER_EXTRAS, factsOfLying, isCarrier, LAY } from './stick-mark.ts';
import { turnOf, type UpAxis } from '../text/up-axes.ts';

/** How a body that lies at rest is set upright: all of its file is turned, of which that axis points up, or its hips alone are, to this local transform. */
export type Upright = { readonly axis: UpAxis } | { readonly node: number; readonly translation: Vec3; readonly rotation: Quat };

/**
 * A GLB whose body stands at rest: all that it shows is carried by one more node, or its hips rest otherwise. All nodes keep their numbers, the buffers their bytes, and
 * the file says what it was.
 */
export function setUpright(asset: GltfAsset, upright: Upright): Uint8Array {
  const { json, document } = asset;
  const nodes = listOf<Record<string, unknown>>(json, 'nodes');
  const marked = (facts: object) => {
    const head = isRecord(json['asset']) ? json['asset'] : {};
    return { ...json, asset: { ...head, extras: { ...(isRecord(head['extras']) && head['extras']), [LAY]: facts } } };
  };
  if ('axis' in upright) {
    const { axis } = upright;
    const { scene, scenes } = document;
    const facts = { nodes: nodes.length, axis, ...(scenes && { scenes }), ...(scene !== undefined && { scene }) };
    const carrier = { name: `Up: ${axis.toUpperCase()}`, rotation: turnOf(axis), extras: CARRIER_EXTRAS };
    return carryGlb({ ...asset, json: marked(facts) }, carrier);
  }
  const { node, translation, rotation } = upright;
  const facts = { nodes: nodes.length, node, was: nodes[node]! };
  const { matrix: _, ...rest } = nodes[node]!;
  const rested = { ...rest, ...localTransform(document.nodes![node]!), translation, rotation };
  return writeAsset(asset, { ...marked(facts), nodes: nodes.with(node, rested) }, asset.binary);
}

/** The file as it was before it was set upright; null where it was not. Throws an `Error` with one sentence where that is no glTF file. */
export function asItLay(asset: GltfAsset): GltfAsset | null {
  const { json } = asset;
  const facts = factsOfLying(json);
  if (!facts) return null;
  const { nodes: count, node, was, scenes, scene } = facts;
  const { [LAY]: _, ...extras } = (json['asset'] as { extras: Record<string, unknown> }).extras;
  const { extras: __, ...head } = json['asset'] as Record<string, unknown>;
  const nodes = listOf(json, 'nodes').slice(0, Number(count));
  const { scenes: shown, scene: first, ...rest } = json;
  const before = {
    ...rest,
    asset: Object.keys(extras).length > 0 ? { ...head, extras } : head,
    ...(typeof node === 'number' && node in nodes
      ? {
          nodes: nodes.with(node, was),
          ...(shown !== undefined && { scenes: shown }),
          ...(first !== undefined && { scene: first }),
        }
      : { nodes, ...(scenes !== undefined && { scenes }), ...(scene !== undefined && { scene }) }),
  };
  return readGltf(writeAsset(asset, before, asset.binary));
}

/** The nodes of a file that was set upright which stand otherwise in the file that it was, with the turn from above. */
function movedNodes({ json, document }: GltfAsset): readonly { readonly node: number; readonly above: Quat }[] {
  const facts = factsOfLying(json)!;
  const { node } = facts;
  if (typeof node === 'number') return [{ node, above: IDENTITY }];
  const carrier = document.nodes!.findLast(isCarrier)!;
  const { rotation = IDENTITY, children = [] } = carrier;
  return children
    .filter((child) => document.nodes![child]!.skin === undefined)
    .map((child) => ({ node: child, above: rotation }));
}

/** An animation of a file that was set upright, as it is for the file that it was: its body stands in that too. */
export function animationAsItLay(made: GltfAsset, { name, times, channels }: NewAnimation): NewAnimation {
  const moved = movedNodes(made).flatMap(({ node, above }) => {
    const local = localTransform(made.document.nodes![node]!);
    return (['rotation', 'translation'] as const).map((path): NewChannel => {
      const known = channels.find((channel) => channel.node === node && channel.path === path);
      const size = path === 'rotation' ? 4 : 3;
      const values = known ? Float32Array.from(known.values) : new Float32Array(size * times.length);
      for (let i = 0; i < values.length; i += size) {
        const value = known ? values.subarray(i, i + size) : local[path];
        values.set(path === 'rotation' ? multiply(above, value as unknown as Quat) : rotate(above, value as unknown as Vec3), i);
      }
      return { node, path, values };
    });
  });
  const isMoved = (channel: NewChannel) => moved.some(({ node, path }) => node === channel.node && path === channel.path);
  return { name, times, channels: [...channels.filter((channel) => !isMoved(channel)), ...moved] };
}

/** A pose of such a file, likewise. */
export function poseAsItLay(made: GltfAsset, poses: readonly NodePose[]): NodePose[] {
  const moved = movedNodes(made).map(({ node, above }): NodePose => {
    const known = poses.find((pose) => pose.node === node);
    const local = localTransform(made.document.nodes![node]!);
    const { translation = local.translation, rotation = local.rotation } = known ?? {};
    return {
      ...known,
      node,
      translation: rotate(above, translation),
      rotation: normalizeQuat(multiply(above, rotation)),
    };
  });
  return [...poses.filter(({ node }) => !moved.some((each) => each.node === node)), ...moved];
}
