import { hypot } from '../../math/elementary.ts';
import { readBoneName } from '../../humanoid/body/bone-names.ts';
import type { Rig } from '../../humanoid/body/rig.ts';
import { sceneTransforms } from '../../humanoid/body/scene-transforms.ts';
import { rigOrNull } from '../../humanoid/rigging/rig-or-null.ts';
import { conjugate, IDENTITY, multiply, rotate } from '../../math/quat.ts';
import { distance, dot, lerp, normalize, subtract, UNIT_Y, vec3At, type Vec3 } from '../../math/vec3.ts';
import type { CharacterScene } from '../../skeleton/scene.ts';
import { createAnimatedWorlds } from '../gltf/animated-worlds.ts';
import type { FileAnimation } from '../gltf/gltf-animation.ts';
import { composeMatrix, invertAffine, multiplyMatrices, rotationOfMatrix, type Matrix, type Transform } from '../gltf/matrix.ts';
import { worldMatrices } from '../gltf/scene-worlds.ts';
import type { Upright } from '../gltf/set-upright.ts';
import { turnOf, UP_AXES, type UpAxis } from '../text/up-axes.ts';
import { bonePlaces, nodesWith, placesAmong, restIsStood, withUprightTrunk, type PlaceOf } from './source-rest.ts';

/** Nodes whose names mean a bone from which on the names tell the body, and nodes that a scene may have to be looked at. */
const NAMED = 8;
const MOST_NODES = 2000;
/** Cosines with the vertical below which a trunk and its legs lie, and with an axis from which a straight body is along it. */
const LIES = 0.5;
const ALONG = 0.94;
/** Share of its length that a leg which lies straight reaches at least. */
const STRAIGHT = 0.9;
/** Moments of the first animations that are looked at, and the cosine from which the trunk is along a direction in one. */
const MOMENTS = 8;
const ANIMATIONS = 8;
const SHOWN = 0.8;
/** Shares of the body's length: how far the lowest point of what lies on a floor is below it, and how high its hips' joint is. */
const BELOW_FLOOR = 0.03;
const HIPS_HIGH = 0.04;

/**
 * How to set a body upright that lies at rest or hangs upside down; null for one that does not. A straight body along an axis of its file, through the floor rather than on it, shows
 * that another axis was meant to point up. One whose skin was bound standing, which stands in its clips or lies on the floor, only rests so.
 */
export function uprightOf(scene: CharacterScene, readClips: () => readonly FileAnimation[]): Upright | null {
  if (scene.nodes.length > MOST_NODES) return null;
  const plain = { ...scene, meshExtents: [] };
  const rig = rigOrNull(plain);
  if (!isNamed(scene)) {
    const axis = axisByShape(plain, rig);
    return axis && { axis };
  }
  const seen = rig && bodyIn(placesAmong(rig, worldMatrices(scene)));
  if (!seen || seen.ways[0][1] > LIES) return null;
  const clips = readClips().slice(0, ANIMATIONS);
  const [trunk, left, right] = seen.ways;
  const bound = scene.bindPose && bodyIn(placesAmong(rig, worldMatrices(scene, scene.bindPose)));
  // What was bound along another axis may rest in any pose.
  const boundAlong = bound && axisAlong(bound);
  if (boundAlong && boundAlong !== 'y' && dot(trunk, axisOf(boundAlong)) > LIES && !standsIn(rig, scene, clips, trunk))
    return { axis: boundAlong };
  if (left[1] + right[1] > 2 * LIES) return null;
  const axis = axisAlong(seen);
  // A skin may be bound in a space of its own: clips tell better.
  const isMeant = clips.length > 0 ? standsIn(rig, scene, clips, trunk) : isBoundStanding(rig, scene);
  if (axis && !isMeant && !isOnFloor(rig, scene, axis)) return { axis };
  // How a motion without a body rests, its clip tells.
  return scene.weightedNodes?.length || clips.length === 0 ? hipsUpright(rig, scene) : null;
}

/** A scene with this axis of it up. */
export function sceneWithUp(scene: CharacterScene, axis: UpAxis): CharacterScene {
  const turn = turnOf(axis);
  const turned = scene.nodes.map((node) =>
    node.parent < 0 ? { ...node, translation: rotate(turn, node.translation), rotation: multiply(turn, node.rotation) } : node,
  );
  const { bindPose: _, ...rest } = scene;
  return { ...rest, nodes: turned, meshExtents: [] };
}

function isNamed({ nodes, declaredBones }: CharacterScene): boolean {
  if (Object.keys(declaredBones).length > 0) return true;
  return nodes.filter(({ name }) => readBoneName(name).role !== null).length >= NAMED;
}

/** The axis along which a body without names is one that stands, with more bones than as its file has it; null where it stands as that has it. */
function axisByShape(scene: CharacterScene, own: Rig | null): UpAxis | null {
  const bonesOf = (rig: Rig | null, of: CharacterScene) =>
    rig && restIsStood(rig, of, of.nodes) ? rig.report.matches.length : 0;
  let best: { readonly axis: UpAxis | null; readonly bones: number } = { axis: null, bones: bonesOf(own, scene) };
  if (best.bones > 0) return null;
  for (const axis of UP_AXES) {
    const turned = sceneWithUp(scene, axis);
    const bones = bonesOf(rigOrNull(turned), turned);
    if (axis !== 'y' && bones > best.bones) best = { axis, bones };
  }
  return best.axis;
}

/** The directions of a body's trunk and of both legs, upwards in the body, and whether the legs are straight. */
interface SeenBody {
  readonly ways: readonly [trunk: Vec3, left: Vec3, right: Vec3];
  readonly isStraight: boolean;
}

/** Null for a body of which not enough is known. */
function bodyIn(at: PlaceOf): SeenBody | null {
  const [hips, top] = [at('hips'), at('neck') ?? at('head') ?? at('upperChest') ?? at('chest')];
  const legs = (['left', 'right'] as const).map((side) => [at(`${side}Foot`), at(`${side}LowerLeg`), at(`${side}UpperLeg`)]);
  if (!hips || !top || !legs.every(isKnown)) return null;
  const way = (from: Vec3, to: Vec3) => normalize(subtract(to, from));
  const isStraight = legs.every(
    ([foot, knee, thigh]) => distance(foot, thigh) > STRAIGHT * (distance(foot, knee) + distance(knee, thigh)),
  );
  const ways = [way(hips, top), ...legs.map(([foot, , thigh]) => way(foot, thigh))] as [Vec3, Vec3, Vec3];
  return { ways, isStraight };
}

/** The axis along which a straight body is. */
function axisAlong({ ways, isStraight }: SeenBody): UpAxis | undefined {
  return UP_AXES.find((axis) => isStraight && ways.every((way) => dot(way, axisOf(axis)) > ALONG));
}

function isKnown(places: readonly (Vec3 | null)[]): places is [Vec3, Vec3, Vec3] {
  return places.every((place) => place !== null);
}

function axisOf(axis: UpAxis): Vec3 {
  return rotate(conjugate(turnOf(axis)), UNIT_Y);
}

function isBoundStanding(rig: Rig, scene: CharacterScene): boolean {
  return scene.bindPose !== undefined && restIsStood(rig, scene, scene.bindPose);
}

/** Whether the clips show the body upright more often than as it lies. */
function standsIn(rig: Rig, scene: CharacterScene, clips: readonly FileAnimation[], along: Vec3): boolean {
  let [upright, lying] = [0, 0];
  for (const { start, end, channels } of clips) {
    const { matrices, moveTo } = createAnimatedWorlds(scene, channels, rig.binding.nodes);
    const at = bonePlaces(rig, (node) => [matrices[16 * node + 12]!, matrices[16 * node + 13]!, matrices[16 * node + 14]!]);
    for (let i = 0; i < MOMENTS; i++) {
      moveTo(start + ((end - start) * i) / (MOMENTS - 1));
      const [hips, top] = [at('hips'), at('neck') ?? at('head') ?? at('upperChest') ?? at('chest')];
      const trunk = normalize(subtract(top!, hips!));
      if (trunk[1] > SHOWN) upright++;
      if (dot(trunk, along) > SHOWN) lying++;
    }
  }
  return upright > lying;
}

/** Whether a body that is straight along an axis lies on the floor of its file, or hangs over it. */
function isOnFloor(rig: Rig, scene: CharacterScene, axis: UpAxis): boolean {
  const worlds = worldMatrices(scene);
  const at = placesAmong(rig, worlds);
  const tall = dot(subtract(at('head') ?? at('neck') ?? at('chest') ?? at('hips')!, at('leftFoot')!), axisOf(axis));
  if (scene.meshExtents.length > 0) return Math.min(...scene.meshExtents.map(({ lowest }) => lowest)) > -BELOW_FLOOR * tall;
  const lowest = Math.min(...Array.from(rig.binding.nodes, (node) => worlds[node]![13]!));
  return lowest > -BELOW_FLOOR * tall && at('hips')![1] > HIPS_HIGH * tall;
}

/** The hips turned so that the trunk is upright, and so high that the lowest of what is drawn, else of the joints, is on the floor. */
function hipsUpright(rig: Rig, scene: CharacterScene): Upright | null {
  const node = rig.binding.nodes[rig.humanoid.hips!]!;
  const locals = isBoundStanding(rig, scene) ? hipsAsBound(scene, node) : withUprightTrunk(rig, scene);
  if (!locals) return null;
  const [before, after] = [worldMatrices(scene), worldMatrices(scene, locals)];
  const hips = placeIn(before, node);
  const turn = multiply(rotationOfMatrix(after[node]!), conjugate(rotationOfMatrix(before[node]!)));
  const heights = scene.meshExtents.flatMap(({ points }) =>
    Array.from({ length: points.length / 3 }, (_, i) => rotate(turn, subtract(vec3At(points, i), hips))[1]),
  );
  const joints = Array.from(rig.binding.nodes, (each) => placeIn(after, each)[1] - hips[1]);
  const lowest = (heights.length > 0 ? heights : joints).reduce((least, height) => Math.min(least, height), 0);
  const { parent } = scene.nodes[node]!;
  const inverse = parent < 0 ? null : invertAffine(after[parent]!);
  // Where its feet lie nearer to the origin than its hips, that is where it stood.
  const footIn = (bone: 'leftFoot' | 'rightFoot') => placeIn(before, rig.binding.nodes[rig.humanoid[bone]!]!);
  const feet = lerp(footIn('leftFoot'), footIn('rightFoot'), 0.5);
  const place: Vec3 = hypot(feet[0], feet[2]) < hypot(hips[0], hips[2]) ? [0, -lowest, 0] : [hips[0], -lowest, hips[2]];
  const raised = composeMatrix({ translation: place, rotation: IDENTITY, scale: [1, 1, 1] });
  const translation = placeIn([inverse ? multiplyMatrices(inverse, raised) : raised], 0);
  return { node, translation, rotation: locals[node]!.rotation };
}

/** The hips turned as they were when the skin was bound. */
function hipsAsBound(scene: CharacterScene, node: number): Transform[] {
  const bound = sceneTransforms({ ...scene, nodes: nodesWith(scene, scene.bindPose!) }).rotations[node]!;
  const above = sceneTransforms(scene).spaces[scene.nodes[node]!.parent] ?? IDENTITY;
  const rotation = multiply(conjugate(above), bound);
  return scene.nodes.map((local, i) => (i === node ? { ...local, rotation } : local));
}

function placeIn(worlds: readonly Matrix[], node: number): Vec3 {
  const world = worlds[node]!;
  return [world[12]!, world[13]!, world[14]!];
}
