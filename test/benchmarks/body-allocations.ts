// Prints, as rows of a table, what moves of a pull and frames of a tracker allocate: a program of its own, run by `growth.ts`, for an engine that compiles early.
import { pinned } from '../../core/humanoid/body/handles.ts';
import { createPuller } from '../../core/humanoid/pulling/puller.ts';
import { buildRig } from '../../core/humanoid/rigging/build-rig.ts';
import { TRACKED_PARTS } from '../../core/humanoid/tracking/tracked-places.ts';
import { createTracker } from '../../core/humanoid/tracking/tracker.ts';
import { restPose } from '../../core/skeleton/pose.ts';
import { countAllocations } from '../helpers/count-allocations.ts';
import { readGlbScene } from '../helpers/glb-scene.ts';
import { MANNEQUIN } from '../helpers/mannequin.ts';
import { placeOnLoop, placesOf, PULLS } from './bodies.ts';

/** Moves of a pull, each hundreds of calls of what it is made of, and frames of a tracker before those that are measured. */
const MOVES = 100;
const FRAMES = 2500;

const rig = buildRig(readGlbScene(MANNEQUIN));
const rest = restPose(rig.skeleton);
const rows: string[] = [];
for (const [name, isFar] of PULLS) {
  const pull = createPuller(rig).begin(rest, 'leftHand', pinned('leftFoot', 'rightFoot'));
  let i = 0;
  const bytes = await countAllocations(() => pull.to(placeOnLoop(rig, isFar, i++)), MOVES);
  rows.push(`| move of a hand that is pulled, ${name} | ${(bytes / 1000).toFixed(1)} |`);
}
for (const [name, parts] of [
  ['head and hands', TRACKED_PARTS.slice(0, 3)],
  ['head, hands, hips and feet', TRACKED_PARTS],
] as const) {
  const tracker = createTracker(rig);
  const frames = Array.from({ length: 100 }, (_, i) => {
    const pose = rest.slice();
    pose[0] = 0.05 * Math.sin(0.0628 * i);
    return placesOf(rig, pose, parts);
  });
  let i = 0;
  const bytes = await countAllocations(() => tracker.update(frames[i++ % frames.length]!, 1 / 90), FRAMES);
  rows.push(`| frame of a tracker of ${name} | ${(bytes / 1000).toFixed(1)} |`);
}
console.log(['| of the mannequin | kB allocated |', '|---|---|', ...rows].join('\n'));
