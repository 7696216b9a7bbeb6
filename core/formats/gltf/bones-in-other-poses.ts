import { readBoneName } from '../../humanoid/body/bone-names.ts';
import type { Rig } from '../../humanoid/body/rig.ts';
import { rigOrNull } from '../../humanoid/rigging/rig-or-null.ts';
import type { CharacterScene } from '../../skeleton/scene.ts';
import { sampleAnimation } from './animation-sampling.ts';
import type { FileAnimation } from './gltf-animation.ts';
import type { Transform } from './matrix.ts';

/** Nodes whose names mean a bone from which on the names tell the body. */
const NAMED = 8;
/** Moments of each of the first animations that are looked at. */
const MOMENTS = 8;
const ANIMATIONS = 3;
/** Nodes that a scene may have to be looked at in so many poses. */
const MOST_NODES = 2000;

/**
 * The humanoid bones, by node, of a body without names that rests sitting, on one leg or lying: as they are found in the pose in which its skin was bound, else in
 * the moment of its animations that shows most of them. Empty where names or the file tell them, and where the rest shows as many.
 */
export function bonesInOtherPoses(
  scene: CharacterScene,
  readClips: () => readonly FileAnimation[],
): Readonly<Record<string, number>> {
  const { bindPose, ...rest } = scene;
  if ((!bindPose && !scene.turningNodes) || scene.nodes.length > MOST_NODES || Object.keys(scene.declaredBones).length > 0)
    return {};
  if (scene.nodes.filter(({ name }) => readBoneName(name).role !== null).length >= NAMED) return {};
  const seen: Rig[] = [];
  const least = bonesOf(rigOrNull(scene));
  const look = (pose: readonly Transform[]) => {
    const nodes = scene.nodes.map(({ name, parent }, i) => ({ ...pose[i]!, name, parent }));
    const rig = rigOrNull({ ...rest, nodes, meshExtents: [] });
    if (rig && bonesOf(rig) > least) seen.push(rig);
  };
  if (bindPose) look(bindPose);
  else if (least === 0) {
    for (const animation of readClips().slice(0, ANIMATIONS)) {
      for (let i = 0; i < MOMENTS; i++) {
        const share = i / (MOMENTS - 1);
        look(sampleAnimation(scene, animation, animation.start + share * (animation.end - animation.start)));
      }
    }
  }
  const [best] = seen.toSorted((a, b) => bonesOf(b) - bonesOf(a));
  const found = new Map(best?.report.matches.map(({ bone, joint }) => [bone, best.binding.nodes[joint]!]));
  // A foot on its tips hides its toes: it has them where the other one has.
  for (const [side, other] of [
    ['left', 'right'],
    ['right', 'left'],
  ] as const) {
    const [foot, toes] = [found.get(`${side}Foot`), found.get(`${other}Toes`)];
    const below = scene.nodes.flatMap(({ parent }, node) => (parent === foot ? [node] : []));
    if (toes !== undefined && !found.has(`${side}Toes`) && below.length === 1) found.set(`${side}Toes`, below[0]!);
  }
  return Object.fromEntries(found);
}

function bonesOf(rig: Rig | null): number {
  return rig?.report.matches.length ?? 0;
}
