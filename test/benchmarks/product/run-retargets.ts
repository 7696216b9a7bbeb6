// Brings motions of the sample data onto characters and writes what came of each pair to the standard output, as JSON.
import { showsFloor } from '../../../core/formats/clips/source-rest.ts';
import { frameTimes, posesAt } from '../../../core/animation/joint-paths.ts';
import { retargetClip } from '../../../core/animation/retarget-clip.ts';
import { forwardKinematics, pointOf } from '../../../core/skeleton/forward-kinematics.ts';
import { judgeMotion } from '../../helpers/motion-judge/judge-motion.ts';
import { brokenBars } from '../../helpers/motion-judge/motion-bars.ts';
import { JUDGED_FPS, judgedRigs, judgedSources, trackOfClip } from '../../helpers/motion-judge/motion-corpus.ts';
import type { MotionBrought } from './compare-retargets.ts';

/** Every so many of the many further clips. */
const EVERY = 4;
/** A point of each bone beside its joint, metres: it shows where that is and how it is turned. */
const BESIDE = [0.06, 0.05, 0.07] as const;
/** Rigs that are built as another one is. */
const ALIKE = /rigify|debug-robot|makehuman|cmu-12/;

const sources = await judgedSources({ hasEvery: true, takes: (number) => number % EVERY === 0 });
const rigs = (await judgedRigs({ hasEvery: true })).filter(({ name }) => !ALIKE.test(name));
const brought: MotionBrought[] = [];
for (const onto of rigs) {
  for (const source of sources) {
    const { rig, clip, places, rest, track, standing, name } = source;
    const started = performance.now();
    const made = retargetClip(rig, clip, onto.rig, {
      fps: JUDGED_FPS,
      places,
      sourceStands: showsFloor(rest),
    });
    const milliseconds = performance.now() - started;
    if (made.report.isCopy) continue;
    const figures = judgeMotion(track, await trackOfClip(onto, made.clip), onto.rest, standing);
    const { skeleton, humanoid } = onto.rig;
    const bones = Object.values(humanoid);
    const framesOfBones = posesAt(skeleton, made.clip, frameTimes(made.clip)).map((pose) => {
      const world = forwardKinematics(skeleton, pose);
      return bones.flatMap((joint) => pointOf(world, joint, BESIDE));
    });
    brought.push({
      name: `${name} onto ${onto.name}`,
      figures,
      broken: brokenBars(figures, onto, source).length,
      hands: made.report.hands.kept,
      sunk: made.report.floorPenetration,
      places: Buffer.from(Float32Array.from(framesOfBones.flat()).buffer).toString('base64'),
      milliseconds,
    });
  }
}
console.log(JSON.stringify(brought));
