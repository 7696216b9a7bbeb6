import { cp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readGltf } from '../../../core/formats/gltf/gltf-asset.ts';
import { readCharacterScene } from '../../../core/formats/gltf/gltf-scene.ts';
import { buildRig } from '../../../core/humanoid/rigging/build-rig.ts';
import { distance } from '../../../core/math/vec3.ts';
import { playInThree } from '../../core/formats/oracles.ts';
import { MANNEQUIN } from '../../helpers/mannequin.ts';
import { emptyFolder, limber } from './fake-terminal.ts';

const RAISED = [-0.3, 1.6, 0.3] as const;

async function duel(): Promise<string> {
  const folder = await emptyFolder();
  await cp(MANNEQUIN, join(folder, 'hero.glb'));
  const script = join(folder, 'scene.js');
  await writeFile(
    script,
    `export default async (limber, folder) => {
      await limber.createProject({ character: folder + '/hero.glb', folder: folder + '/Duel' });
      await limber.addActor({ like: 'hero', name: 'Knight' });
      await limber.setKey({ frame: 0 });
      await limber.poseByGoals({ goals: { rightHand: ${JSON.stringify(RAISED)} } });
      await limber.setKey({ frame: 12 });
      await limber.chooseActor({ actor: 'hero' });
      await limber.setKey({ frame: 0 });
    };`,
  );
  expect(await limber('run', script, folder)).toMatchObject({ exitCode: 0, noted: '' });
  return folder;
}

test('limber retarget takes the motion of a character of a project, as it is played there', async () => {
  const folder = await duel();
  const out = join(folder, 'duel.glb');
  const onto = ['--onto', join(folder, 'hero.glb'), '--out', out, '--json'] as const;
  const ran = await limber('retarget', join(folder, 'Duel'), '--from-actor', 'Knight', ...onto);
  expect(ran).toMatchObject({ exitCode: 0, noted: '' });
  expect(JSON.parse(ran.printed)).toMatchObject({ clip: 'Clip 1', copied: true, rest: 'as it is set up in its project' });
  const bytes = new Uint8Array(await readFile(out));
  const rig = buildRig(readCharacterScene(readGltf(bytes)));
  const hand = rig.binding.nodes[rig.humanoid.rightHand!]!;
  const [end] = await playInThree(bytes, readGltf(bytes).document.animations!.length - 1, [12 / 30]);
  expect(distance(end!.get(hand)!, RAISED)).toBeLessThan(2e-3);

  const still = await limber('retarget', join(folder, 'Duel'), ...onto);
  const [first] = await playInThree(new Uint8Array(await readFile(out)), 0, [12 / 30]);
  expect(still.exitCode).toBe(0);
  expect(distance(first!.get(hand)!, RAISED)).toBeGreaterThan(0.2);
});

test('says which options go with files alone, and which with projects', async () => {
  const folder = await duel();
  const onto = ['--onto', join(folder, 'hero.glb'), '--out', join(folder, 'out.glb')] as const;
  const said = async (source: string, ...options: string[]) =>
    (await limber('retarget', join(folder, source), ...onto, ...options)).noted;
  expect(await said('Duel', '--person', '2')).toContain('--from-actor says whose motion is meant');
  expect(await said('Duel', '--rest', 'bind')).toContain('--rest is for files');
  expect(await said('hero.glb', '--from-actor', 'Knight')).toContain('--from-actor is for projects');
});
