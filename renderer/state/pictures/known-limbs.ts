import type { Rig } from '../../../core/humanoid/body/rig.ts';
import { limbExamples, type LimbExamples } from '../../../core/humanoid/picture/limb-examples.ts';
import type { SavedPose } from '../../../core/library/saved-pose.ts';
import { learntPoses } from '../library/learnt-poses.ts';
import { starterPosesFor } from '../library/starter-library.ts';
import type { Studio } from '../studio.ts';

const known = new WeakMap<Rig, { readonly poses: readonly SavedPose[]; readonly examples: LimbExamples }>();

/** How limbs stand in the poses that come with the program, and in those of the library that is shown. */
export async function knownLimbs(studio: Studio, rig: Rig): Promise<LimbExamples> {
  const poses = learntPoses(studio.getState());
  const former = known.get(rig);
  if (former?.poses === poses) return former.examples;
  const starter = await starterPosesFor(studio, rig);
  // Poses of some bones only say nothing of the others.
  const whole = [...starter, ...poses].filter(({ joints }) => joints.includes(-1));
  const examples = limbExamples(
    rig,
    whole.map(({ pose }) => pose),
  );
  known.set(rig, { poses, examples });
  return examples;
}
