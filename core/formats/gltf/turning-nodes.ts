import { createAccessorReader } from './gltf-accessors.ts';
import type { GltfAsset } from './gltf-asset.ts';
import type { GltfAnimation } from './gltf-schema.ts';

type Sampler = GltfAnimation['samplers'][number];

/** Difference between two quaternions' numbers that is no turn: float noise. */
const STILL = 1e-4;

/** Nodes that some animation of a file turns, in order; null for a file without animations. What cannot be read turns nothing. */
export function readTurningNodes(asset: GltfAsset): number[] | null {
  const { animations = [] } = asset.document;
  if (animations.length === 0) return null;
  const read = createAccessorReader(asset);
  // Very many channels may share the same values.
  const known = new Map<string, boolean>();
  const turns = (sampler: Sampler): boolean => {
    const values = `${sampler.output} ${sampler.interpolation}`;
    const found = known.get(values) ?? isTurning(read, sampler);
    known.set(values, found);
    return found;
  };
  const turning = new Set<number>();
  for (const { channels, samplers } of animations) {
    for (const { target, sampler } of channels) {
      if (target.path !== 'rotation' || target.node === undefined || turning.has(target.node)) continue;
      const sampling = samplers[sampler];
      if (sampling && turns(sampling)) turning.add(target.node);
    }
  }
  return [...turning].sort((a, b) => a - b);
}

/** Whether a sampler's values, or the tangents of its cubic spline, change from key to key. */
function isTurning(read: ReturnType<typeof createAccessorReader>, { output, interpolation }: Sampler): boolean {
  const perKey = interpolation === 'CUBICSPLINE' ? 12 : 4;
  try {
    const { values, components } = read(output);
    if (components !== 4) return false;
    for (let i = perKey; i < values.length; i++) if (Math.abs(values[i]! - values[i - perKey]!) > STILL) return true;
    return false;
  } catch {
    // An animation that cannot be read is told about where animations are read.
    return false;
  }
}
