import { Vector3 } from '@babylonjs/core/Maths/math.vector.js';
import type { Rig } from '../../../core/humanoid/body/rig.ts';
import { createNodeTransforms, nodeTransforms, type NodeTransforms } from '../../../core/skeleton/binding.ts';
import { createMorphWeights, morphWeights, type Expressions } from '../../../core/skeleton/expressions.ts';
import { worldPosition, type WorldTransforms } from '../../../core/skeleton/forward-kinematics.ts';
import type { Pose } from '../../../core/skeleton/pose.ts';
import { writeVector } from '../babylon-space.ts';
import type { Floor } from '../stage/floor.ts';
import type { Lights } from '../stage/lights.ts';
import type { CharacterView } from './character-view.ts';

/** Keeps the character's nodes, its face, its shadow and the floor below it in step with the joints. */
export interface PosedCharacter {
  /** Gives `view` the pose whose joints stand at `world`, and leaves light and floor where they are; nothing is done when it already has it. */
  put(view: CharacterView, rig: Rig, world: WorldTransforms): void;
  /** The same with light and floor. */
  apply(view: CharacterView, rig: Rig, world: WorldTransforms): void;
  /** Gives `view` the face of a pose; nothing is done when it already has it. */
  express(view: CharacterView, rig: Rig, pose: Pose): void;
  /** Forgets a character that is no longer on the scene. */
  clear(): void;
  /** Makes the next `apply` do its work even for a pose it knows. */
  forget(): void;
}

/** Metres by which the light's frame steps: small moves of the hips then leave the shadow's edge still. */
const LIGHT_STEP = 0.25;

export function createPosedCharacter(lights: Lights, floor: Floor): PosedCharacter {
  let applied: { readonly view: CharacterView; readonly world: WorldTransforms } | null = null;
  let staged: { readonly view: CharacterView; readonly world: WorldTransforms } | null = null;
  let expressed: { readonly view: CharacterView; readonly pose: Pose } | null = null;
  let face: { readonly expressions: Expressions; readonly weights: Float64Array[] } | null = null;
  let casting: CharacterView | null = null;
  let scratch: { readonly rig: Rig; readonly transforms: NodeTransforms } | null = null;
  const put = (view: CharacterView, rig: Rig, world: WorldTransforms): void => {
    if (applied?.view === view && applied.world === world) return;
    if (scratch?.rig !== rig) scratch = { rig, transforms: createNodeTransforms(rig.binding) };
    view.apply(rig.binding, nodeTransforms(rig.binding, world, scratch.transforms));
    applied = { view, world };
  };
  return {
    put,
    apply: (view, rig, world) => {
      put(view, rig, world);
      if (staged?.view === view && staged.world === world) return;
      if (casting !== view) {
        lights.setShadowCasters(view.meshes);
        floor.setCasters(view.meshes);
      }
      casting = view;
      placeStage(lights, floor, rig, world);
      staged = { view, world };
    },
    express: (view, { expressions }, pose) => {
      if (!expressions || (expressed?.view === view && expressed.pose === pose)) return;
      if (face?.expressions !== expressions) face = { expressions, weights: createMorphWeights(expressions) };
      view.morph(expressions.meshes, morphWeights(expressions, pose, face.weights));
      expressed = { view, pose };
    },
    clear: () => {
      lights.setShadowCasters([]);
      floor.setCasters([]);
      applied = null;
      staged = null;
      expressed = null;
      casting = null;
    },
    forget: () => {
      applied = null;
      staged = null;
      expressed = null;
    },
  };
}

function placeStage(lights: Lights, floor: Floor, rig: Rig, world: WorldTransforms): void {
  const { floor: height, height: tall } = rig.report;
  const root = worldPosition(world, rig.skeleton.root);
  const [x, z] = [root[0], root[2]].map((value) => Math.round(value / LIGHT_STEP) * LIGHT_STEP) as [number, number];
  floor.place([x, height, z], Math.max(tall, 0.1));
  lights.aim(writeVector([x, height + tall / 2, z], new Vector3()), Math.max(0.95 * tall, 0.2));
}
