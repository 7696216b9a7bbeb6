import type { AbstractMesh } from '@babylonjs/core/Meshes/abstractMesh.js';
import type { OpenedCharacter } from '../../../electron/contract.ts';
import type { Rig } from '../../../core/humanoid/body/rig.ts';
import type { Vec3 } from '../../../core/math/vec3.ts';
import type { WorldTransforms } from '../../../core/skeleton/forward-kinematics.ts';
import type { Pose } from '../../../core/skeleton/pose.ts';
import { boneShapes } from '../../tools/geometry/bone-shapes.ts';
import { boxOfBones, enclose, type Box, type Sphere } from '../../tools/geometry/figure-bounds.ts';
import type { Stage } from '../stage/stage.ts';
import { createCharacterSlot } from './character-slot.ts';
import { createPosedCharacter } from './posed-character.ts';

/** The character on the scene in whatever pose it is given, with its shadow. */
export interface Figure {
  /** Brings another character onto the scene, or none. */
  show(character: OpenedCharacter | null): void;
  /** Resolves when the last character asked for is on the scene; rejects with one sentence when it cannot be shown. */
  settled(): Promise<void>;
  /** Whether a character is being read that is not on the scene yet. */
  isArriving(): boolean;
  /** Puts the character, if it is there, into the pose whose joints stand at `world`. */
  pose(rig: Rig, world: WorldTransforms): void;
  /** Puts it there for a moment, while light and floor stay with the pose that was given last. */
  visit(rig: Rig, world: WorldTransforms): void;
  /** Gives the character, if it is there, the facial expressions of a pose. */
  express(rig: Rig, pose: Pose): void;
  /** Makes the next `pose` do its work even for a pose it knows. */
  forgetPose(): void;
  setVisible(visible: boolean): void;
  /** Draws all meshes but those of these nodes from now on. */
  hideMeshes(nodes: ReadonlySet<number>): void;
  /** What is drawn; empty while there is no character. */
  meshes(): readonly AbstractMesh[];
  /** Boxes that hold all that is drawn when the joints stand at `world`: the one of the bones first. */
  boxes(rig: Rig, world: WorldTransforms): readonly Box[];
  /** A ball around all that is drawn when the joints stand at `world`; around the bones while there is no character. */
  bounds(rig: Rig, world: WorldTransforms): Sphere;
  nodePosition(node: number): Vec3 | null;
  dispose(): void;
}

/** `arrived` is called whenever the character on the scene is another one. */
export function createFigure({ scene, lights, floor }: Stage, arrived: () => void): Figure {
  const posed = createPosedCharacter(lights, floor);
  let visible = true;
  let hidden: ReadonlySet<number> = new Set();
  const slot = createCharacterSlot(scene, () => {
    posed.clear();
    arrived();
  });
  const pose = (rig: Rig, world: WorldTransforms): void => {
    const character = slot.present();
    if (character) posed.apply(character, rig, world);
  };
  const boxes = (rig: Rig, world: WorldTransforms): readonly Box[] => {
    pose(rig, world);
    const both = [boxOfBones(boneShapes(rig), world), slot.present()?.bounds() ?? null];
    return both.filter((box): box is Box => box !== null);
  };
  return {
    show: slot.show,
    settled: slot.settled,
    isArriving: slot.isArriving,
    pose,
    visit: (rig, world) => {
      const character = slot.present();
      if (character) posed.put(character, rig, world);
    },
    express: (rig, shown) => {
      const character = slot.present();
      if (character) posed.express(character, rig, shown);
    },
    forgetPose: posed.forget,
    setVisible: (shown) => {
      visible = shown;
      slot.present()?.setVisible(visible, hidden);
    },
    hideMeshes: (nodes) => {
      hidden = nodes;
      slot.present()?.setVisible(visible, hidden);
    },
    meshes: () => slot.present()?.meshes ?? [],
    boxes,
    bounds: (rig, world) => enclose(boxes(rig, world), rig.report.height),
    nodePosition: (node) => slot.present()?.nodePosition(node) ?? null,
    dispose: slot.dispose,
  };
}
