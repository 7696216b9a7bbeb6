import { readFileSync } from 'node:fs';
import { Box3, Matrix4, Quaternion, Vector3, type Mesh, type Object3D } from 'three';
import { describe, expect, test } from 'vitest';
import { propsInFile, takePropOut } from '../../../../core/formats/clips/props-in-file.ts';
import { readGlb } from '../../../../core/formats/gltf/glb.ts';
import { readGltf } from '../../../../core/formats/gltf/gltf-asset.ts';
import { readCharacterScene } from '../../../../core/formats/gltf/gltf-scene.ts';
import { withoutMeshes } from '../../../../core/formats/gltf/node-glb.ts';
import { buildRig } from '../../../../core/humanoid/rigging/build-rig.ts';
import { composeFrames, SAME_FRAME } from '../../../../core/math/frame.ts';
import { forwardKinematics, worldPosition, worldRotation } from '../../../../core/skeleton/forward-kinematics.ts';
import { restPose } from '../../../../core/skeleton/pose.ts';
import { MANNEQUIN } from '../../../helpers/mannequin.ts';
import { meshoptGlb } from '../../../helpers/meshopt-glb.ts';
import { sharedData } from '../../../helpers/shared-data.ts';
import {
  armedMannequin as armed,
  inRightHand as inHand,
  nodeNamed,
  type ArmedJson as Json,
} from '../../../helpers/armed-mannequin.ts';
import { swordGlb } from '../../../helpers/sword.ts';
import { loadInThree, validatorIssues } from '../oracles.ts';

function found(bytes: Uint8Array) {
  const asset = readGltf(bytes);
  const scene = readCharacterScene(asset);
  const rig = buildRig(scene);
  return { asset, scene, rig, props: propsInFile(scene, rig) };
}

/** The box round what is drawn below the objects of these names, as three.js has them. */
async function boxInThree(bytes: Uint8Array, names: readonly string[], placed = new Matrix4()): Promise<Box3> {
  const { scene } = await loadInThree(bytes);
  scene.applyMatrix4(placed);
  scene.updateMatrixWorld(true);
  const box = new Box3();
  scene.traverse((object: Object3D) => {
    const position = (object as Mesh).geometry?.getAttribute('position');
    if (!position || !names.includes(object.name)) return;
    for (let i = 0; i < position.count; i++)
      box.expandByPoint(new Vector3().fromBufferAttribute(position, i).applyMatrix4(object.matrixWorld));
  });
  return box;
}

const corners = ({ min, max }: Box3) => [...min.toArray(), ...max.toArray()];

/** Each prop of a file that is taken out stands where it stood, as three.js draws both files. */
async function expectInPlace(bytes: Uint8Array): Promise<void> {
  const { asset, scene, rig, props } = found(bytes);
  const world = forwardKinematics(rig.skeleton, restPose(rig.skeleton));
  for (const prop of props) {
    const names = prop.meshNodes.map((node) => scene.nodes[node]!.name);
    const out = takePropOut(asset, scene, rig, prop);
    expect(await validatorIssues(out.bytes)).toEqual([]);
    const { joint } = prop;
    const carrier =
      joint === null ? SAME_FRAME : { position: worldPosition(world, joint), rotation: worldRotation(world, joint) };
    const { position, rotation } = composeFrames(carrier, out.frame);
    const placed = new Matrix4().compose(new Vector3(...position), new Quaternion(...rotation), new Vector3(1, 1, 1));
    const [before, after] = [await boxInThree(bytes, names), await boxInThree(out.bytes, names, placed)];
    for (const [i, value] of corners(before).entries()) expect(corners(after)[i]).toBeCloseTo(value, 5);
  }
}

describe('Props in a character’s file', () => {
  test('are found beside the body and below its bones, each with all that hangs from it @all', async () => {
    const beside = found(armed());
    expect(beside.props).toMatchObject([{ name: 'Blade of Joy', joint: null, bone: null }]);
    expect(beside.props[0]!.meshNodes).toHaveLength(2);
    const held = found(armed(inHand));
    expect(held.props).toMatchObject([{ name: 'Blade of Joy', joint: held.rig.humanoid.rightHand, bone: 'rightHand' }]);
    await expectInPlace(armed());
    await expectInPlace(armed(inHand));
  });

  test('are none of a body that is made of rigid parts, and none of faces', () => {
    // Without the skin the sword is a part like any other.
    const rigid = (json: Json): void => {
      inHand(json);
      for (const node of json.nodes) delete node.skin;
    };
    expect(found(armed(rigid)).props.map(({ bone }) => bone)).not.toContain('rightHand');
    const face = (json: Json): void => {
      inHand(json);
      for (const name of ['Guard', 'Blade']) {
        const [primitive] = json.meshes[json.nodes[nodeNamed(json, name)]!.mesh!]!.primitives;
        primitive!.targets = [{ POSITION: primitive!.attributes.POSITION }];
      }
    };
    expect(found(armed(face)).props).toEqual([]);
    expect(found(new Uint8Array(readFileSync(MANNEQUIN))).props).toEqual([]);
  });

  test('leave the same rig, and a file with every byte of its buffers', async () => {
    const bytes = armed(inHand);
    const { asset, rig, props } = found(bytes);
    const left = withoutMeshes(asset, new Set(props.flatMap(({ meshNodes }) => meshNodes)));
    expect(readGlb(left).binary).toEqual(readGlb(bytes).binary);
    const after = found(left);
    expect(after.props).toEqual([]);
    expect(after.rig.skeleton).toEqual(rig.skeleton);
    expect(await validatorIssues(left)).toEqual(await validatorIssues(bytes));
    expect(corners(await boxInThree(left, ['Guard', 'Blade']))).toEqual(corners(new Box3()));
  });

  test('take along only what they use', () => {
    const { asset, scene, rig, props } = found(armed());
    const { bytes } = takePropOut(asset, scene, rig, props[0]!);
    expect(bytes.byteLength).toBeLessThan(swordGlb().byteLength + 800);
  });

  test('are unpacked where their file is compressed', () => {
    const heights = (bytes: Uint8Array) => {
      const { asset, scene, rig, props } = found(bytes);
      const out = readGltf(takePropOut(asset, scene, rig, props[0]!).bytes);
      return readCharacterScene(out).meshExtents.map(({ lowest, highest }) => [lowest, highest]);
    };
    expect(heights(meshoptGlb(armed(inHand), 'EXT_meshopt_compression'))).toEqual(heights(armed(inHand)));
  });

  test('of a file that was sold with them in its hands are those @all', async () => {
    const path = sharedData('rigs/kaykit-knight.glb');
    if (!path) return;
    const bytes = new Uint8Array(readFileSync(path));
    const { props } = found(bytes);
    expect(props.map(({ name, bone }) => `${name} ${bone}`)).toEqual([
      '1H_Sword_Offhand leftHand',
      'Badge_Shield leftHand',
      'Rectangle_Shield leftHand',
      'Round_Shield leftHand',
      'Spike_Shield leftHand',
      '1H_Sword rightHand',
      '2H_Sword rightHand',
      'Knight_Helmet head',
      'Knight_Cape chest',
    ]);
    await expectInPlace(bytes);
  });
});
