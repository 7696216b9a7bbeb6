// `npm run sample`: writes the walk and the choice of poses of File › Open sample, renderer/assets/sample.json, from the sample motion beside the checkout.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { retargetClip } from '../../core/animation/retarget-clip.ts';
import { simplifyClip } from '../../core/animation/simplify-clip.ts';
import { motionSource } from '../../core/formats/clips/motion-source.ts';
import { loadCharacter } from '../../electron/cli/load-character.ts';
import starter from '../../renderer/assets/starter-poses.json' with { type: 'json' };
import { LICENCES } from '../starter-library/picks.ts';
import { projectFolder } from '../vite-targets.ts';

const FPS = 30;
const POSES = 20;
/** Digits of rotations and metres. */
const DIGITS = 5;
/** How near the walk stays to its source with the keys that it keeps: metres and radians. */
const NEAR = { distance: 0.025, angle: (12 * Math.PI) / 180 };
const SOURCE = 'rigs/kaykit-knight.glb';
const CLIP = 'Walking_A';

const { rig } = await loadCharacter(join(projectFolder, 'build', 'assets', 'mannequin.glb'));
const source = await loadCharacter(join(projectFolder, '..', 'shared', 'data', SOURCE));
const animation = source.animations.find(({ name }) => name === CLIP);
if (!animation) throw new Error(`${SOURCE} holds no clip "${CLIP}"`);
const motion = motionSource(source, animation);
const { clip } = retargetClip(motion.rig, motion.clip, rig, { fps: FPS, hands: false, limits: true });
const walk = simplifyClip(rig, clip, NEAR);

const boneOf = new Map(Object.entries(rig.humanoid).map(([bone, joint]) => [joint, bone]));
const round = (value: number): number => Number(value.toFixed(DIGITS)) + 0;
const tracks = walk.clip.tracks
  .filter(({ joint }) => joint === -1 || boneOf.has(joint))
  .map(({ joint, interpolation, times, values }) =>
    JSON.stringify({ bone: boneOf.get(joint) ?? null, interpolation, times: times.map(round), values: values.map(round) }),
  );
// As many kinds of pose as can be: some of every folder, evenly.
const folders = Map.groupBy(
  starter.poses.filter(({ root }) => root !== null),
  ({ folder }) => folder,
);
const lists = [...folders.values()].map((poses) => poses.map(({ id }) => id));
const poses: string[] = [];
for (let turn = 0; poses.length < POSES; turn++)
  for (const ids of lists) if (ids[turn] !== undefined && poses.length < POSES) poses.push(ids[turn]!);

const head = { licences: LICENCES, duration: round(walk.clip.duration), fps: FPS };
const path = join(projectFolder, 'renderer', 'assets', 'sample.json');
writeFileSync(
  path,
  `{${JSON.stringify(head).slice(1, -1)},"poses":${JSON.stringify(poses)},"tracks":[\n${tracks.join(',\n')}\n]}\n`,
);
console.log(`Wrote a walk of ${walk.keys} keys and ${poses.length} poses.`);
