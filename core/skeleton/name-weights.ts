import { spellOut } from '../math/check-values.ts';
import { suggestNames } from '../math/near-names.ts';
import { checkPoseLength, weightIndex, type Pose } from './pose.ts';
import type { Skeleton } from './skeleton.ts';

/** The weights of the expressions that show in a pose, by their names. */
export function namedWeights({ expressions = [] }: Skeleton, pose: Pose): Record<string, number> {
  const shown = expressions.map((name, i) => [name, pose[weightIndex(pose, i)]!] as const);
  return Object.fromEntries(shown.filter(([, weight]) => weight > 0));
}

/**
 * The pose with other weights, 0 to 1, of the expressions that are named; the others keep theirs. Throws a `RangeError` of one sentence where there is no such
 * expression, or the weight is none.
 */
export function withNamedWeights(skeleton: Skeleton, pose: Pose, weights: Readonly<Record<string, number>>): Pose {
  checkPoseLength(skeleton, pose, 'the pose');
  const { expressions = [] } = skeleton;
  const changed = pose.slice();
  for (const [name, weight] of Object.entries(weights)) {
    const index = expressions.indexOf(name);
    if (index < 0) {
      if (expressions.length === 0) throw new RangeError('this character has no expressions: its file states none');
      throw new RangeError(`this character has no expression "${name}"${suggestNames(expressions, name)}`);
    }
    if (!(weight >= 0 && weight <= 1))
      throw new RangeError(`the weight of "${name}" must be a number from 0 to 1, got ${spellOut(weight)}`);
    changed[weightIndex(changed, index)] = weight;
  }
  return changed;
}
