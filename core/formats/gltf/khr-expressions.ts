import { isRecord } from '../text/json-text.ts';
import { createAccessorReader } from './gltf-accessors.ts';
import type { GltfAsset } from './gltf-asset.ts';
import type { GltfAnimation } from './gltf-schema.ts';
import { readKhrCharacter } from './khr-character.ts';
import { weightsInFile } from './morph-targets.ts';
import type { StatedExpression } from './read-expressions.ts';

type Bind = StatedExpression['binds'][number];

/** Difference of a weight from the file's own that is none: float noise. */
const STILL = 1e-6;

/**
 * The expressions that a file states by the draft of KHR_character_expression, as far as they move morph targets: each is the end of its animation, less what
 * the file shows anyhow. What cannot be read moves nothing.
 */
export function khrExpressions(asset: GltfAsset): StatedExpression[] {
  const { expressions } = readKhrCharacter(asset.document);
  if (expressions.length === 0) return [];
  const bindsOf = weightReader(asset);
  return expressions.map(({ name, animation }) => {
    const stated = asset.document.animations![animation]!;
    return { name, binds: bindsOf(stated), isBinary: stated.samplers.every(({ interpolation }) => interpolation === 'STEP') };
  });
}

/** Reads what the weights of morph targets are at the end of an animation, beyond what they are in the file. */
function weightReader(asset: GltfAsset): (animation: GltfAnimation) => Bind[] {
  const { document } = asset;
  const read = createAccessorReader(asset);
  return ({ channels, samplers }) =>
    channels.flatMap(({ target, sampler }): Bind[] => {
      const place = weightsOf(target);
      const sampling = samplers[sampler];
      if (!place || !sampling) return [];
      const { node, only } = place;
      const rest = weightsInFile(document, node);
      const targets = only === null ? [...rest.keys()] : rest[only] === undefined ? [] : [only];
      try {
        const last = read(sampling.input).count - 1;
        const { values } = read(sampling.output);
        // Of a cubic spline the value stands between its tangents.
        const from = (sampling.interpolation === 'CUBICSPLINE' ? 3 * last + 1 : last) * targets.length;
        return targets.flatMap((morph, i) => {
          const weight = (values[from + i] ?? Number.NaN) - rest[morph]!;
          return Math.abs(weight) > STILL ? [{ node, target: morph, weight }] : [];
        });
      } catch {
        return [];
      }
    });
}

/** Whose morph targets a channel moves, and which one if not all; null for a channel of something else. */
function weightsOf(
  target: GltfAnimation['channels'][number]['target'],
): { readonly node: number; readonly only: number | null } | null {
  const { node, path, extensions } = target;
  if (path === 'weights') return node === undefined ? null : { node, only: null };
  const stated = isRecord(extensions) ? extensions['KHR_animation_pointer'] : undefined;
  const pointer = isRecord(stated) ? stated['pointer'] : undefined;
  const found = typeof pointer === 'string' ? /^\/nodes\/(\d{1,6})\/weights(?:\/(\d{1,6}))?$/.exec(pointer) : null;
  return found && { node: Number(found[1]), only: found[2] === undefined ? null : Number(found[2]) };
}
