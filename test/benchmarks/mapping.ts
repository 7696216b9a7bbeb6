// How much of each sample's humanoid map is found without its names: `npm run bench-mapping`.
import { readFileSync } from 'node:fs';
import type { HumanoidBone } from '../../core/humanoid/body/bones.ts';
import { buildRig } from '../../core/humanoid/rigging/build-rig.ts';
import { seededRandom } from '../../core/math/random.ts';
import type { CharacterScene } from '../../core/skeleton/scene.ts';
import { openCharacterFile } from '../../core/formats/open-character.ts';
import { MANNEQUIN } from '../helpers/mannequin.ts';
import { sharedData } from '../helpers/shared-data.ts';

const FILES = [
  'rigs/unreal-names-male.glb',
  'rigs/rigify-names-mannequin.glb',
  'rigs/kaykit-knight.glb',
  'rigs/robot-expressive.glb',
  'vrm/godette-vrm0.vrm',
  'vrm/debug-robot-vrm1.vrm',
  'bvh/cmu-12_01-walk.bvh',
  'bvh/cmu-jumping-jacks.bvh',
  'bvh/cmu-10_01-kick.bvh',
  'bvh/rokoko-dance.bvh',
  'bvh/fair1-wave-hello.bvh',
  'bvh/makehuman-tpose.bvh',
  'bvh/cmu-01_01-hops.bvh',
  'bvh/mh-12_03-walk.bvh',
  'bvh/fair1-dab.bvh',
  'fbx/cmu-91_48.fbx',
];
const SHUFFLES = 5;

/** Node by bone. */
type BoneNodes = ReadonlyMap<HumanoidBone, number>;

function mapOf(scene: CharacterScene): BoneNodes {
  try {
    const { humanoid, binding } = buildRig(scene);
    return new Map(Object.entries(humanoid).map(([bone, joint]) => [bone as HumanoidBone, binding.nodes[joint]!]));
  } catch {
    return new Map();
  }
}

function named(scene: CharacterScene, names: readonly string[]): CharacterScene {
  return { ...scene, declaredBones: {}, nodes: scene.nodes.map((node, i) => ({ ...node, name: names[i]! })) };
}

function shuffled<Item>(items: readonly Item[], seed: number): Item[] {
  const random = seededRandom(seed);
  const list = [...items];
  for (let i = list.length - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1));
    [list[i], list[j]] = [list[j]!, list[i]!];
  }
  return list;
}

const mirrored = (bone: string) => bone.replace(/^(left|right)/, (side) => (side === 'left' ? 'right' : 'left'));

function judge(wanted: BoneNodes, got: BoneNodes) {
  const bones = [...wanted];
  const wrong = bones.filter(([bone, node]) => got.get(bone) !== node);
  const swapped = wrong.filter(([bone, node]) => got.get(mirrored(bone) as HumanoidBone) === node);
  return { right: 1 - wrong.length / bones.length, swapped: swapped.length, wrong };
}

const percent = (share: number) => `${(100 * share).toFixed(0)} %`.padStart(6);

console.log(`${'file'.padEnd(28)} bones  without names        shuffled names (least of ${SHUFFLES})`);
for (const path of [...FILES.map((file) => sharedData(file)), MANNEQUIN]) {
  if (path === null) continue;
  const { scene } = openCharacterFile(path.split('/').at(-1)!, new Uint8Array(readFileSync(path)));
  const wanted = mapOf(scene);
  const bare = judge(
    wanted,
    mapOf(
      named(
        scene,
        scene.nodes.map((_, i) => `node ${i}`),
      ),
    ),
  );
  const runs = Array.from({ length: SHUFFLES }, (_, seed) =>
    judge(
      wanted,
      mapOf(
        named(
          scene,
          shuffled(
            scene.nodes.map(({ name }) => name),
            seed + 1,
          ),
        ),
      ),
    ),
  );
  const worst = runs.reduce((least, run) => (run.right < least.right ? run : least));
  const swaps = Math.max(...runs.map(({ swapped }) => swapped));
  const tell = (wrong: typeof bare.wrong) =>
    wrong
      .slice(0, 6)
      .map(([bone]) => bone)
      .join(' ');
  console.log(
    `${path.split('/').at(-1)!.padEnd(28)} ${String(wanted.size).padStart(5)}  ${percent(bare.right)}, ${bare.swapped} swapped   ${percent(worst.right)}, ${swaps} swapped   ${tell(bare.wrong)}`,
  );
}
