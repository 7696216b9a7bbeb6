// `npm run starter-library`: writes the poses that come with the program, renderer/assets/starter-poses.json, from the sample motion beside the checkout.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { HUMANOID_BONES, isFinger, type HumanoidBone } from '../../core/humanoid/body/bones.ts';
import { rotationOf } from '../../core/skeleton/pose.ts';
import { loadCharacter } from '../../electron/cli/load-character.ts';
import { pickedPoses } from '../starter-library/picked-poses.ts';
import { CLIP_PICKS, LICENCES } from '../starter-library/picks.ts';
import { handPoses, pulledPoses } from '../starter-library/posed-by-hand.ts';
import { projectFolder } from '../vite-targets.ts';

/** Numbers of a rotation: half a thousandth of a degree. */
const DIGITS = 5;

const { rig } = await loadCharacter(join(projectFolder, 'build', 'assets', 'mannequin.glb'));
const poses = [
  ...pulledPoses(rig),
  ...(await pickedPoses(rig, join(projectFolder, '..', 'shared', 'data'), CLIP_PICKS)),
  ...handPoses(rig),
];
const body = HUMANOID_BONES.filter((bone) => !isFinger(bone) && rig.humanoid[bone] !== undefined);
const round = (value: number): number => Number(value.toFixed(DIGITS)) + 0;
const lines = poses.map(({ name, folder, tags, pose, bones }) => {
  const spoken: readonly HumanoidBone[] = bones ?? body;
  const rotations = spoken
    .filter((bone) => rig.humanoid[bone] !== undefined)
    .map((bone) => [bone, rotationOf(pose, rig.humanoid[bone]!).map(round)] as const)
    .filter(([, [x, y, z]]) => bones !== undefined || x !== 0 || y !== 0 || z !== 0);
  const id = `starter-${name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}`;
  const root = bones ? null : [...pose.subarray(0, 3)].map(round);
  return JSON.stringify({ id, name, folder, tags, root, bones: Object.fromEntries(rotations) });
});
const path = join(projectFolder, 'renderer', 'assets', 'starter-poses.json');
writeFileSync(path, `{"licences":${JSON.stringify(LICENCES)},"poses":[\n${lines.join(',\n')}\n]}\n`);
console.log(`Wrote ${lines.length} poses.`);
