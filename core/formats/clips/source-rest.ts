import type { HumanoidBone } from '../../humanoid/body/bones.ts';
import { bodyOf } from '../../humanoid/body/rig-body.ts';
import { sceneTransforms } from '../../humanoid/body/scene-transforms.ts';
import type { Rig } from '../../humanoid/body/rig.ts';
import { rigOrNull } from '../../humanoid/rigging/rig-or-null.ts';
import { canonicalRotations } from '../../humanoid/transfer/canonical-frames.ts';
import { cross, dot, length, normalize, rejectFrom, subtract, UNIT_Y, type Vec3 } from '../../math/vec3.ts';
import { conjugate, fromAxes, IDENTITY, multiply, normalizeQuat, rotate, shortestArc, type Quat } from '../../math/quat.ts';
import type { CharacterScene } from '../../skeleton/scene.ts';
import { createAnimatedWorlds } from '../gltf/animated-worlds.ts';
import { sampleAnimation } from '../gltf/animation-sampling.ts';
import type { FileAnimation, NodeChannel } from '../gltf/gltf-animation.ts';
import type { Matrix, Transform } from '../gltf/matrix.ts';
import { worldMatrices } from '../gltf/scene-worlds.ts';
import { localsOfNamed, type NamedRest } from './named-rest.ts';

/** A pose that a motion's skeleton can rest in: the file's own, the one its skin was bound in, a T-pose made of it, a moment of the clip, or one that is known of the skeleton. */
export type RestChoice = 'file' | 'bind' | 'tPose' | RestMoment | NamedRest;

/** A moment of the clip, or of another clip of the file that is named. */
export interface RestMoment {
  readonly seconds: number;
  readonly clip?: string;
}

export function isNamed(choice: RestChoice | undefined): choice is NamedRest {
  return typeof choice === 'object' && 'pose' in choice;
}

export function isMoment(choice: RestChoice): choice is RestMoment {
  return typeof choice === 'object' && 'seconds' in choice;
}

export interface MotionRest {
  readonly choice: RestChoice;
  /** In a few words. */
  readonly label: string;
  /** How upright the body is in it, up to 1. */
  readonly score: number;
  /** A body stands in it: legs and trunk are near the vertical. */
  readonly stands: boolean;
}

/** Whether a rest shows where the floor of its file is: somebody stands in it, and not by force. */
export function showsFloor({ stands, choice }: MotionRest): boolean {
  return stands && choice !== 'tPose' && !(isNamed(choice) && choice.isMade);
}

/** A pose that a motion's skeleton may be taken to rest in. */
export interface RestCandidate extends MotionRest {
  /** Local transforms of all nodes. */
  readonly locals: readonly Transform[];
}

/** Moments of a clip that are looked at for one in which the body stands, and those of all clips of a file together. */
const MOMENTS = 120;
const MOMENTS_OF_FILE = 2400;
/** Cosines between bones and the vertical from which a body stands: legs within 25°, trunk within 12°, as no run or sitting pose is. */
const LEGS_STAND = 0.9;
const TRUNK_STANDS = 0.978;
/** How much better a candidate must be than one before it to stand before it, as a share of a perfect pose. */
const BETTER = 0.02;

/**
 * The poses that a motion's skeleton may rest in, best first: the file's own if a body stands in it, else its bind pose or the moment that stands best of all
 * `takes`, else a T-pose made of the file's own. `rig` is built on the file's own rest. The takes are the clips of one skeleton, in an order that does not depend on
 * which is read, so that all are read alike; a clip that is none of them is looked at by itself.
 */
export function restCandidates(
  rig: Rig,
  scene: CharacterScene,
  animation: FileAnimation,
  bind: readonly Transform[] | null,
  takes: readonly FileAnimation[],
): RestCandidate[] {
  const candidate = (choice: RestChoice, label: string, locals: readonly Transform[]): RestCandidate => {
    return { choice, label, locals, ...uprightness(placesAmong(rig, worldMatrices(scene, locals))) };
  };
  const own = candidate('file', 'as the file rests', scene.nodes);
  const isTold = own.stands || (bind !== null && candidate('bind', '', bind).stands);
  const looked = isTold || !takes.includes(animation) ? [animation] : takes;
  const others = [
    ...(bind ? [candidate('bind', 'as its skin was bound', bind)] : []),
    bestMoment(rig, scene, animation, looked, candidate),
    candidate('tPose', 'a T-pose made of its rest', tPoseOf(rig, scene)),
  ];
  if (own.stands) return [own, ...others];
  const standing = others.filter(({ stands }) => stands);
  // The T-pose always stands, by force: whatever else stands is likelier meant.
  return [...standing, own, ...others.filter(({ stands }) => !stands)];
}

/** A named rest as one that a motion's skeleton may have; null where it is that of another skeleton. */
export function namedCandidate(rig: Rig, scene: CharacterScene, known: NamedRest): RestCandidate | null {
  const locals = localsOfNamed(rig, scene, known);
  return locals && { choice: known, label: known.label, locals, ...uprightness(placesAmong(rig, worldMatrices(scene, locals))) };
}

/** Whether a body stands in a pose of its nodes. */
export function restIsStood(rig: Rig, scene: CharacterScene, locals: readonly Transform[]): boolean {
  return uprightness(placesAmong(rig, worldMatrices(scene, locals))).stands;
}

/** The moment of some takes in which the body stands best, with its trunk upright: how it leans then is no part of how it is built. */
function bestMoment(
  rig: Rig,
  scene: CharacterScene,
  animation: FileAnimation,
  takes: readonly FileAnimation[],
  candidate: (choice: RestChoice, label: string, locals: readonly Transform[]) => RestCandidate,
): RestCandidate {
  const count = Math.max(2, Math.min(MOMENTS, Math.floor(MOMENTS_OF_FILE / takes.length)));
  let best = { take: animation, seconds: 0, score: -Infinity };
  for (const take of takes) {
    const { start, end, channels } = take;
    const { matrices, moveTo } = createAnimatedWorlds(scene, channels, rig.binding.nodes);
    const placeOf = bonePlaces(rig, (node) => [matrices[16 * node + 12]!, matrices[16 * node + 13]!, matrices[16 * node + 14]!]);
    for (let i = 0; i < count; i++) {
      const seconds = ((end - start) * i) / (count - 1);
      moveTo(start + seconds);
      const { score } = uprightness(placeOf);
      if (score > best.score + (best.seconds > 0 ? BETTER / 10 : BETTER)) best = { take, seconds, score };
    }
  }
  return momentOf(rig, scene, animation, best.take, best.seconds, candidate);
}

function momentOf(
  rig: Rig,
  scene: CharacterScene,
  animation: FileAnimation,
  take: FileAnimation,
  seconds: number,
  candidate: (choice: RestChoice, label: string, locals: readonly Transform[]) => RestCandidate,
): RestCandidate {
  const isOwn = take === animation;
  const label = `as the body stands after ${seconds.toFixed(2)} s${isOwn ? '' : ` of "${take.name}"`}`;
  const locals = sampleAnimation(scene, take, take.start + seconds);
  const moment = candidate(isOwn ? { seconds } : { seconds, clip: take.name }, label, locals);
  return moment.stands
    ? { ...moment, locals: withUprightTrunk(rig, { ...scene, nodes: nodesWith(scene, locals) }) ?? locals }
    : moment;
}

/** Where a bone is in the world; null for one that the rig does not have. */
export type PlaceOf = (bone: HumanoidBone) => Vec3 | null;

export function bonePlaces({ humanoid, binding }: Rig, placeOfNode: (node: number) => Vec3): PlaceOf {
  return (bone) => {
    const joint = humanoid[bone];
    return joint === undefined ? null : placeOfNode(binding.nodes[joint]!);
  };
}

export function placesAmong(rig: Rig, worlds: readonly Matrix[]): PlaceOf {
  return bonePlaces(rig, (node) => {
    const world = worlds[node]!;
    return [world[12]!, world[13]!, world[14]!];
  });
}

/** How upright a body is: 1 for a trunk and legs along the vertical; −1 upside down. */
function uprightness(at: PlaceOf): { readonly score: number; readonly stands: boolean } {
  const rise = (from: Vec3 | null, to: Vec3 | null): number[] => {
    if (!from || !to) return [];
    const way = subtract(to, from);
    return length(way) > 0 ? [dot(normalize(way), UNIT_Y)] : [];
  };
  const legs = (['left', 'right'] as const).flatMap((side) => [
    ...rise(at(`${side}LowerLeg`), at(`${side}UpperLeg`)),
    ...rise(at(`${side}Foot`), at(`${side}LowerLeg`)),
  ]);
  const trunk = rise(at('hips'), at('neck') ?? at('head') ?? at('upperChest') ?? at('chest'));
  const all = [...legs, ...trunk];
  const least = Math.min(1, ...all);
  const mean = all.length > 0 ? all.reduce((a, b) => a + b, 0) / all.length : 1;
  return {
    score: (least + mean) / 2,
    stands: legs.every((cosine) => cosine >= LEGS_STAND) && trunk.every((cosine) => cosine >= TRUNK_STANDS),
  };
}

/** The file's rest with the hips turned upright and the limbs stretched into a T. */
function tPoseOf(rig: Rig, scene: CharacterScene): readonly Transform[] {
  const raised = withUprightTrunk(rig, scene);
  if (!raised) return scene.nodes;
  const upright = { ...scene, nodes: nodesWith(scene, raised) };
  const standing = rigOrNull({ ...upright, meshExtents: [] });
  if (!standing) return raised;
  const body = bodyOf(standing);
  // The plane in which a limb is bent stays when it is straightened: that is how it bends.
  const turns = [...canonicalRotations(body, body.frame.forward)].map(([bone, rotation]): [number, Quat] => {
    return [standing.binding.nodes[standing.humanoid[bone]!]!, multiply(rotation, conjugate(body.restOf(bone)))];
  });
  return turned(upright, new Map(turns));
}

/** The scene's local transforms with the hips turned so that the trunk is upright and the body level; null where trunk or legs are not known. */
export function withUprightTrunk(rig: Rig, scene: CharacterScene): Transform[] | null {
  const at = placesAmong(rig, worldMatrices(scene));
  const [hips, top] = [at('hips'), at('neck') ?? at('head') ?? at('chest')];
  const [left, right] = [at('leftUpperLeg') ?? at('leftUpperArm'), at('rightUpperLeg') ?? at('rightUpperArm')];
  if (!hips || !top || !left || !right) return null;
  const up = normalize(subtract(top, hips), UNIT_Y);
  const aside = normalize(rejectFrom(subtract(left, right), up), [1, 0, 0]);
  const over = rejectFrom(aside, UNIT_Y);
  // Special case for a body on its side: it comes up the short way.
  const level = normalize(length(over) > 0.5 ? over : rotate(shortestArc(up, UNIT_Y), aside), [1, 0, 0]);
  const upright = multiply(fromAxes(level, UNIT_Y, cross(level, UNIT_Y)), conjugate(fromAxes(aside, up, cross(aside, up))));
  return turned(scene, new Map([[rig.binding.nodes[rig.humanoid.hips!]!, upright]]));
}

/** The scene's local transforms after some nodes got these turns in the world; what hangs below a node without one goes along. */
function turned(scene: CharacterScene, turns: ReadonlyMap<number, Quat>): Transform[] {
  const { rotations, spaces, order } = sceneTransforms(scene);
  const after: Quat[] = [];
  const locals: Transform[] = [...scene.nodes];
  for (const node of order) {
    const { parent, rotation } = scene.nodes[node]!;
    const above = after[parent] ?? IDENTITY;
    const turn = turns.get(node);
    const world = turn ? multiply(turn, rotations[node]!) : multiply(above, rotation);
    // Children of a mirrored node stand in a space that is turned by it and by half a turn.
    after[node] = multiply(world, multiply(conjugate(rotations[node]!), spaces[node]!));
    if (turn) locals[node] = { ...locals[node]!, rotation: normalizeQuat(multiply(conjugate(above), world)) };
  }
  return locals;
}

export function nodesWith(scene: CharacterScene, locals: readonly Transform[]): CharacterScene['nodes'] {
  return scene.nodes.map((node, i) => {
    const { translation, rotation, scale } = locals[i]!;
    return { ...node, translation, rotation, scale };
  });
}

/** The animation with a constant channel for whatever it leaves as the file rests, so that it shows the same over another rest. */
export function restated(scene: CharacterScene, animation: FileAnimation, locals: readonly Transform[]): FileAnimation {
  const animated = new Set(animation.channels.map(({ node, path }) => `${node} ${path}`));
  const kept = scene.nodes.flatMap((node, i) =>
    (['translation', 'rotation', 'scale'] as const).flatMap((path): NodeChannel[] => {
      const isSame = node[path].every((value, c) => value === locals[i]![path][c]);
      if (isSame || animated.has(`${i} ${path}`)) return [];
      return [
        { node: i, path, interpolation: 'STEP', times: Float64Array.of(animation.start), values: Float64Array.from(node[path]) },
      ];
    }),
  );
  return kept.length > 0 ? { ...animation, channels: [...animation.channels, ...kept] } : animation;
}
