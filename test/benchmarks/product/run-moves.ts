// Makes every drag of the table that the argument names, `free` or `stopped`, once and writes what came of each move to the standard output, as JSON.
import { handlesOf, type Pins } from '../../../core/humanoid/body/handles.ts';
import type { Rig } from '../../../core/humanoid/body/rig.ts';
import { createPuller } from '../../../core/humanoid/pulling/puller.ts';
import { distance } from '../../../core/math/vec3.ts';
import { forwardKinematics, pointOf } from '../../../core/skeleton/forward-kinematics.ts';
import type { Pose } from '../../../core/skeleton/pose.ts';
import type { MovesMade } from './compare-moves.ts';
import { readRigs } from './measured-rigs.ts';
import { priorFor, productDrags, type MovesKind } from './moves.ts';

/** Metres by which what is pinned may be elsewhere. */
const SLIPS = 1e-3;

const made: MovesMade = { poses: [], reached: [], pinned: [], milliseconds: 0 };
for (const rig of readRigs()) {
  const puller = createPuller(rig);
  const prior = priorFor(rig);
  for (const { snapshot, handle, pins, settings, targets, optionsAt, followsLibrary } of productDrags(
    rig,
    process.argv[2] as MovesKind,
  )) {
    const pull = puller.begin(snapshot, handle, pins, settings, undefined, followsLibrary ? prior : undefined);
    const poses: string[] = [];
    for (const target of targets) {
      const started = performance.now();
      const { pose, status } = pull.to(target, optionsAt(target));
      made.milliseconds += performance.now() - started;
      poses.push(Buffer.from(Float64Array.from(pose).buffer).toString('base64'));
      made.reached.push(status === 'reached');
      made.pinned.push(slipOf(rig, pins, handle, snapshot, pose) < SLIPS);
    }
    made.poses.push(poses);
  }
}
console.log(JSON.stringify(made));

/** Metres by which hands, hips, chest and head that are pinned in the world have left their places; feet go onto their balls, and are left out. */
function slipOf(rig: Rig, pins: Pins, pulled: string, before: Pose, after: Pose): number {
  const [then, now] = [before, after].map((pose) => forwardKinematics(rig.skeleton, pose)) as [World, World];
  const slips = handlesOf(rig)
    .filter(({ name }) => name !== pulled && !name.endsWith('Foot') && pins[name]?.translation && pins[name].on === undefined)
    .map(({ joint, offset }) => distance(pointOf(then, joint, offset), pointOf(now, joint, offset)));
  return Math.max(0, ...slips);
}

type World = ReturnType<typeof forwardKinematics>;
