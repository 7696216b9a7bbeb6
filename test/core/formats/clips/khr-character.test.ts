import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { clipFromPoses } from '../../../../core/animation/clip-from-poses.ts';
import { writeClip, writePose } from '../../../../core/formats/clips/motion-formats.ts';
import { writeGlb } from '../../../../core/formats/gltf/glb.ts';
import { readGltf } from '../../../../core/formats/gltf/gltf-asset.ts';
import { readCharacterScene } from '../../../../core/formats/gltf/gltf-scene.ts';
import { encodeUtf8 } from '../../../../core/formats/text/utf8.ts';
import { buildRig } from '../../../../core/humanoid/rigging/build-rig.ts';
import { fromRotationVector } from '../../../../core/math/quat.ts';
import { restPose, setRotation } from '../../../../core/skeleton/pose.ts';
import { MANNEQUIN } from '../../../helpers/mannequin.ts';

/** What the drafts of Khronos of autumn 2026 say of a character, with a field that none of them knows. */
const EXTENSIONS = {
  KHR_character: { rootNode: 0 },
  KHR_character_skeleton_mapping: {
    skeletalRigMappings: { vrmHumanoid: { hips: 'hips', head: 'head' }, own: { hips: 'pelvis' } },
  },
  KHR_character_expression: {
    expressions: [{ expression: 'smile', animation: 1, extensions: { KHR_character_expression_joint: { channels: [0] } } }],
    later: ['unknown'],
  },
};

/** The mannequin with a reference pose and an expression as these drafts have them. */
function khronosCharacter(): Uint8Array {
  const { json, binary } = readGltf(new Uint8Array(readFileSync(MANNEQUIN)));
  const accessors = json['accessors'] as object[];
  const time = accessors.length;
  const still = { componentType: 5126, count: 1, type: 'SCALAR', min: [0], max: [0] };
  const turn = { componentType: 5126, count: 1, type: 'VEC4' };
  const animation = (name: string, more: object) => ({
    name,
    samplers: [{ input: time, output: time + 1, interpolation: 'STEP' }],
    channels: [{ sampler: 0, target: { node: 0, path: 'rotation' } }],
    ...more,
  });
  const document = {
    ...json,
    accessors: [...accessors, still, turn],
    animations: [
      animation('TPose', { extensions: { KHR_character_reference_pose: { poseType: 'TPose' } } }),
      animation('smile', {}),
    ],
    extensionsUsed: ['KHR_xmp_json_ld', 'KHR_character_reference_pose', ...Object.keys(EXTENSIONS)],
    extensions: EXTENSIONS,
  };
  return writeGlb({ json: encodeUtf8(JSON.stringify(document)), binary, unknown: [] });
}

test('what the drafts of KHR_character say in a file survives every export onto it, with the animations that it speaks of', () => {
  const bytes = khronosCharacter();
  const original = readGltf(bytes).json;
  const scene = readCharacterScene(readGltf(bytes));
  const rig = buildRig(scene);
  const pose = restPose(rig.skeleton);
  setRotation(pose, rig.humanoid.head!, fromRotationVector([0.3, 0, 0]));
  const clip = clipFromPoses(rig.skeleton, [pose, pose], { id: 'nod', name: 'Nod', fps: 30, loop: false });
  const target = { bytes, scene, rig };
  const written = [writeClip(target, 'glb', clip), writeClip(target, 'gltf', clip), writePose(target, 'glb', pose)];
  for (const each of written) {
    const { json } = readGltf(each.bytes);
    expect(json['extensions']).toEqual(EXTENSIONS);
    expect(json['extensionsUsed']).toEqual(original['extensionsUsed']);
    expect((json['animations'] as object[]).slice(0, 2)).toEqual(original['animations']);
  }
});
