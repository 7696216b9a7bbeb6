import { checkCoordinates, checkTracks } from '../math/check-numbers.ts';
import { checkArray, checkObject, checkText, spellOut } from '../math/check-values.ts';
import type { CharacterScene } from './scene.ts';

/** Throws a `RangeError` of one sentence unless it is a scene: nodes with names, parents and places, and lists of those that are joints and meshes. */
export function checkScene(scene: CharacterScene): void {
  checkObject(scene, 'the scene');
  checkArray(scene.nodes, "the scene's nodes");
  checkTracks(scene.skinJoints, "the scene's skin joints");
  checkArray(scene.meshNodes, "the scene's mesh nodes");
  checkArray(scene.meshExtents, "the scene's mesh extents");
  for (const [i, extent] of scene.meshExtents.entries()) checkObject(extent, `the scene's mesh extents: number ${i}`);
  if (scene.weightedNodes !== undefined) checkTracks(scene.weightedNodes, "the scene's weighted nodes");
  if (scene.turningNodes !== undefined) checkArray(scene.turningNodes, "the scene's turning nodes");
  if (scene.rigidNodes !== undefined) checkTracks(scene.rigidNodes, "the scene's rigid nodes");
  if (scene.boneNodes !== undefined) checkTracks(scene.boneNodes, "the scene's bone nodes");
  if (scene.bindPose !== undefined) checkArray(scene.bindPose, "the scene's bind pose");
  checkObject(scene.declaredBones, "the scene's declared bones");
  const { length } = scene.nodes;
  for (const [i, node] of scene.nodes.entries()) {
    checkObject(node, `node ${i}`);
    checkText(node.name, `node ${i}: the name`);
    if (!Number.isInteger(node.parent) || node.parent < -1 || node.parent >= length || node.parent === i) {
      throw new RangeError(`node ${i}: the parent must be another node's index or −1, got ${spellOut(node.parent)}`);
    }
    checkCoordinates(node.translation, 3, `node ${i}: the translation`);
    checkCoordinates(node.rotation, 4, `node ${i}: the rotation`);
    checkCoordinates(node.scale, 3, `node ${i}: the scale`);
  }
}
