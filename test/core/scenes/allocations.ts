// Prints the bytes that reading a pose from a scene and applying one allocate, as JSON.
import { readFileSync } from 'node:fs';
import { Bone, Group } from 'three';
import { readCharacter } from '../../../core/formats/read-character.ts';
import { buildRig } from '../../../core/humanoid/rigging/build-rig.ts';
import { sceneFromObject3D } from '../../../core/scenes/scene-from-object3d.ts';
import { restPose, setRotation } from '../../../core/skeleton/pose.ts';
import { countAllocations } from '../../helpers/count-allocations.ts';
import { MANNEQUIN } from '../../helpers/mannequin.ts';

const source = readCharacter('mannequin.glb', readFileSync(MANNEQUIN)).scene.nodes;
const root = new Group();
const objects = source.map(({ name, translation, rotation }) => {
  const object = new Bone();
  object.name = name;
  object.position.set(...translation);
  object.quaternion.set(...rotation);
  return object;
});
source.forEach(({ parent }, i) => (parent < 0 ? root : objects[parent]!).add(objects[i]!));
const link = sceneFromObject3D(root);
const rig = buildRig(link.scene);
const pose = restPose(rig.skeleton);
const bent = restPose(rig.skeleton);
const options = { only: [rig.humanoid.leftUpperArm!, rig.humanoid.leftLowerArm!] };
setRotation(bent, rig.humanoid.leftUpperArm!, [0, 0, 0.6, 0.8]);
let isBent = false;
console.log(
  JSON.stringify({
    read: await countAllocations(() => void link.read(rig, pose)),
    apply: await countAllocations(() => {
      isBent = !isBent;
      link.apply(rig, isBent ? bent : pose, options);
    }),
  }),
);
