import { Vector3 } from '@babylonjs/core/Maths/math.vector.js';
import type { AbstractMesh } from '@babylonjs/core/Meshes/abstractMesh.js';
import type { Rig } from '../../../core/humanoid/body/rig.ts';
import { createNodeTransforms, nodeTransforms, type NodeTransforms } from '../../../core/skeleton/binding.ts';
import { createMorphWeights, morphWeights, type Expressions } from '../../../core/skeleton/expressions.ts';
import { worldPosition, type WorldTransforms } from '../../../core/skeleton/forward-kinematics.ts';
import type { Pose } from '../../../core/skeleton/pose.ts';
import { writeVector } from '../babylon-space.ts';
import type { Floor } from '../stage/floor.ts';
import type { Lights } from '../stage/lights.ts';
import type { CharacterView } from './character-view.ts';

/** Keeps the nodes and faces of characters, their shadows and the floor below them in step with their joints. */
export interface PosedCharacter {
  /** Gives `view` the pose whose joints stand at `world`, and leaves light and floor where they are; false when it has it already. */
  put(view: CharacterView, rig: Rig, world: WorldTransforms): boolean;
  /** The same with light and floor; `casters` throw shadows. */
  apply(view: CharacterView, rig: Rig, world: WorldTransforms, casters: readonly AbstractMesh[]): void;
  /** Gives `view` the face of a pose; nothing is done when it already has it. */
  express(view: CharacterView, rig: Rig, pose: Pose): void;
  /** Somebody beside moved: the shadows are drawn again. */
  refreshShadow(): void;
  /** Forgets where light and floor were: another character is on the scene, or none. */
  clear(): void;
  /** Makes the next `apply` do its work even for a pose it knows. */
  forget(): void;
}

/** Metres by which the light's frame steps: small moves of the hips then leave the shadow's edge still. */
const LIGHT_STEP = 0.25;

/** What a character on the scene has now. */
interface Given {
  world: WorldTransforms | null;
  pose: Pose | null;
  scratch: { readonly rig: Rig; readonly transforms: NodeTransforms } | null;
  face: { readonly expressions: Expressions; readonly weights: Float64Array[] } | null;
}

export function createPosedCharacter(lights: Lights, floor: Floor): PosedCharacter {
  let given = new WeakMap<CharacterView, Given>();
  let staged: { readonly view: CharacterView; readonly world: WorldTransforms } | null = null;
  let casting: readonly AbstractMesh[] | null = null;
  const givenTo = (view: CharacterView): Given => {
    const known = given.get(view) ?? { world: null, pose: null, scratch: null, face: null };
    given.set(view, known);
    return known;
  };
  const put = (view: CharacterView, rig: Rig, world: WorldTransforms): boolean => {
    const now = givenTo(view);
    if (now.world === world) return false;
    if (now.scratch?.rig !== rig) now.scratch = { rig, transforms: createNodeTransforms(rig.binding) };
    view.apply(rig.binding, nodeTransforms(rig.binding, world, now.scratch.transforms));
    now.world = world;
    return true;
  };
  return {
    put,
    apply: (view, rig, world, casters) => {
      put(view, rig, world);
      if (casting !== casters) {
        lights.setShadowCasters(casters);
        floor.setCasters(casters);
        casting = casters;
      }
      if (staged?.view === view && staged.world === world) return;
      placeStage(lights, floor, rig, world);
      staged = { view, world };
    },
    express: (view, { expressions }, pose) => {
      const now = givenTo(view);
      if (!expressions || now.pose === pose) return;
      if (now.face?.expressions !== expressions) now.face = { expressions, weights: createMorphWeights(expressions) };
      view.morph(expressions.meshes, morphWeights(expressions, pose, now.face.weights));
      now.pose = pose;
    },
    refreshShadow: () => {
      lights.refreshShadow();
      floor.refreshShadow();
    },
    clear: () => {
      lights.setShadowCasters([]);
      floor.setCasters([]);
      staged = null;
      casting = null;
    },
    forget: () => {
      given = new WeakMap();
      staged = null;
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
