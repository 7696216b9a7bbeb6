import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import type { Rig } from '../../../core/humanoid/body/rig.ts';
import { buildRig } from '../../../core/humanoid/rigging/build-rig.ts';
import type { CharacterScene } from '../../../core/skeleton/scene.ts';
import { parseBvh } from '../../../core/formats/bvh/bvh.ts';
import { readBvhCharacter } from '../../../core/formats/bvh/bvh-scene.ts';
import { readGltf } from '../../../core/formats/gltf/gltf-asset.ts';
import { readCharacterScene } from '../../../core/formats/gltf/gltf-scene.ts';
import { MANNEQUIN } from '../../helpers/mannequin.ts';
import { sceneOf as figureScene } from '../../helpers/figure.ts';
import { sharedData } from '../../helpers/shared-data.ts';
import { lizard, runner } from '../../helpers/two-legged-animals.ts';
import { inventRig } from './invented-rigs.ts';

/** A character to be pulled, or the reason why a file is none. */
export type RigFile = { readonly name: string; readonly rig: Rig } | { readonly name: string; readonly reason: string };

const LEGS = ['hips', 'leftUpperLeg', 'leftLowerLeg', 'leftFoot', 'rightUpperLeg', 'rightLowerLeg', 'rightFoot'] as const;
const SAMPLES = ['rigs', 'vrm', 'bvh'];
/** Seeds of the bodies that are made of the mannequin. */
const INVENTED = [1, 2, 3, 4];
const KINDS = /\.(glb|gltf|vrm|bvh)$/i;

/** The mannequin, bodies of other proportions, two animals that walk on two legs, every character of the sample folders and of further `folders`, in the order of their names. */
export function rigFiles(folders: readonly string[]): RigFile[] {
  const sampled = SAMPLES.flatMap((name): RigFile[] => {
    const folder = sharedData(name);
    return folder === null ? [{ name: `samples of ${name}`, reason: 'the folder is not there' }] : rigsIn(folder);
  });
  const invented = INVENTED.map((seed) => ({ name: `invented-${seed}`, rig: inventRig(sceneOf(MANNEQUIN), seed) }));
  const animals = [
    { name: 'lizard', rig: buildRig(figureScene(lizard('named'))) },
    { name: 'runner', rig: buildRig(figureScene(runner('numbered'))) },
  ];
  return [read(MANNEQUIN, 'mannequin'), ...invented, ...animals, ...sampled, ...folders.flatMap(rigsIn)];
}

function rigsIn(folder: string): RigFile[] {
  if (!existsSync(folder)) throw new Error(`the folder "${folder}" is not there`);
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => KINDS.test(path))
    .toSorted()
    .map((path) => read(join(folder, path), relative(folder, join(folder, path))));
}

function read(path: string, name: string): RigFile {
  try {
    const rig = buildRig(sceneOf(path));
    const missing = LEGS.filter((bone) => rig.humanoid[bone] === undefined);
    if (missing.length > 0) return { name, reason: `it has no ${missing.join(', ')}` };
    const { parents } = rig.skeleton;
    const hangs = (bone: (typeof LEGS)[number], above: (typeof LEGS)[number]): boolean => {
      for (let j = rig.humanoid[bone]!; j >= 0; j = parents[j]!) if (j === rig.humanoid[above]) return true;
      return false;
    };
    if (!hangs('leftFoot', 'leftUpperLeg') || !hangs('rightFoot', 'rightUpperLeg'))
      return { name, reason: 'its feet hang from no leg' };
    return { name, rig };
  } catch (error) {
    return { name, reason: error instanceof Error ? error.message : String(error) };
  }
}

function sceneOf(path: string): CharacterScene {
  const bytes = readFileSync(path);
  if (/\.bvh$/i.test(path)) return readBvhCharacter(parseBvh(bytes)).scene;
  return readCharacterScene(readGltf(bytes, (uri) => readFileSync(join(path, '..', basename(uri)))));
}
