import type { CharacterScene } from '../../skeleton/scene.ts';
import { FLAT_SCALE } from '../../math/tolerances.ts';
import type { Vec3 } from '../../math/vec3.ts';
import type { SceneTransforms } from '../body/scene-transforms.ts';

/**
 * Throws a `RangeError` of one sentence that names the node when one of `joints`, node indices, stands in a space without a depth: all joints of it lie in
 * one plane, and no translation of their nodes brings them out of that.
 */
export function checkSpaces({ nodes }: CharacterScene, { scales }: SceneTransforms, joints: readonly number[]): void {
  const isFlat = (node: number): boolean => node >= 0 && isFlatScale(scales[node]!);
  for (const joint of joints) {
    let node = nodes[joint]!.parent;
    if (!isFlat(node)) continue;
    while (isFlat(nodes[node]!.parent)) node = nodes[node]!.parent;
    const { name, scale } = nodes[node]!;
    throw new RangeError(
      `the scale of node ${node} "${name}" must not be 0 along an axis, as joints hang below, got [${scale.join(', ')}]`,
    );
  }
}

function isFlatScale(factors: Vec3): boolean {
  const sizes = factors.map(Math.abs);
  return Math.min(...sizes) <= FLAT_SCALE * Math.max(...sizes);
}
