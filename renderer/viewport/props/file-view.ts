import { Quaternion } from '@babylonjs/core/Maths/math.vector.js';
import { TransformNode } from '@babylonjs/core/Meshes/transformNode.js';
import type { AbstractMesh } from '@babylonjs/core/Meshes/abstractMesh.js';
import type { Scene } from '@babylonjs/core/scene.js';
import { ORIGIN } from '../../../core/math/place.ts';
import type { Frame } from '../../../core/math/frame.ts';
import type { OpenedCharacter } from '../../../electron/contract.ts';
import { writeQuaternion, writeVector } from '../babylon-space.ts';
import { createCharacterSlot } from '../character/character-slot.ts';
import type { PropView } from './shape-view.ts';

const NONE: readonly AbstractMesh[] = [];

/** Draws the meshes of a file, larger by `scale`, as soon as they are read; `arrived` is called then. */
export function createFileView(scene: Scene, file: OpenedCharacter, scale: number, arrived: () => void): PropView {
  const holder = new TransformNode('thing', scene);
  holder.rotationQuaternion = new Quaternion();
  holder.scaling.setAll(scale);
  const slot = createCharacterSlot(scene, () => {
    const view = slot.present();
    view?.stand(ORIGIN);
    view?.hangFrom(holder);
    arrived();
  });
  slot.show(file);
  return {
    meshes: () => slot.present()?.meshes ?? NONE,
    settled: () => slot.settled(),
    place: ({ position, rotation }: Frame) => {
      writeVector(position, holder.position);
      writeQuaternion(rotation, holder.rotationQuaternion!);
    },
    dispose: () => {
      slot.dispose();
      holder.dispose();
    },
  };
}
