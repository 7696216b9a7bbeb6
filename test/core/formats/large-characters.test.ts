import { expect, test } from 'vitest';
import type { Clip, Track } from '../../../core/animation/clip.ts';
import { writeClip } from '../../../core/formats/clips/motion-formats.ts';
import { readGlb } from '../../../core/formats/gltf/glb.ts';
import { readGltf } from '../../../core/formats/gltf/gltf-asset.ts';
import { checkDrawing } from '../../../core/formats/gltf/drawing-limits.ts';
import { readCharacterScene } from '../../../core/formats/gltf/gltf-scene.ts';
import { readCharacter } from '../../../core/formats/read-character.ts';
import { buildRig } from '../../../core/humanoid/rigging/build-rig.ts';
import { largeCharacter, type Largeness } from '../../helpers/large-character.ts';
import { wildClip } from './wild-clip.ts';
import { few } from '../../helpers/extent.ts';

const all = process.env['LIMBER_TEST_ALL'] !== undefined;
const MEGABYTE = 2 ** 20;
const BODY = [
  'hips',
  'spine',
  'head',
  'leftUpperArm',
  'leftLowerArm',
  'leftHand',
  'rightUpperLeg',
  'rightLowerLeg',
  'rightFoot',
] as const;

const CASES: readonly (readonly [string, Largeness])[] = [
  [all ? '1,500 joints' : '300 joints', { joints: all ? 1500 : 300, vertices: 3 }],
  ['200 morph targets', { morphs: 200 }],
  ['8 influences on a vertex', { influences: 8, vertices: 40 }],
  ['names of 300 characters in five scripts', { nameLength: 300 }],
  ['a Meshopt mesh of 8 influences and 20 morph targets', { mesh: 'meshopt', influences: 8, morphs: 20, vertices: 60 }],
  ['a Draco mesh', { mesh: 'draco', draco: MEGABYTE }],
  ['a KTX2 texture', { ktx2: MEGABYTE }],
  [
    'all of it',
    { joints: all ? 600 : 100, influences: 8, morphs: 40, nameLength: 300, mesh: 'meshopt', ktx2: MEGABYTE, vertices: 4 },
  ],
];
/** Files of 100 to 300 MB. */
const LARGEST: readonly (readonly [string, Largeness])[] = [
  ['a plain mesh of 1,500 joints, 200 MB', { joints: 1500, influences: 8, vertices: 1500 }],
  ['a mesh of 200 morph targets, 200 MB', { morphs: 200, vertices: 4500 }],
  ['a Meshopt mesh of 8 influences and 2,700,000 vertices', { mesh: 'meshopt', influences: 8, joints: 1500, vertices: 1800 }],
  ['a Draco mesh of 300 MB', { mesh: 'draco', draco: 300 * MEGABYTE }],
  ['a KTX2 texture of 300 MB', { ktx2: 300 * MEGABYTE }],
];

/** The clip without holds: what a joint leaps by in an instant is told by other tests. */
function gliding(clip: Clip): Clip {
  const glide = ({ joint, times, values }: Track): Track => ({
    joint,
    times,
    values,
    interpolation: joint % 2 === 0 ? 'ease' : 'cubic',
  });
  return { ...clip, tracks: clip.tracks.map(glide) };
}

test.each(few([...CASES, ...(all ? LARGEST : [])], 2))(
  'a character with %s opens, is mapped, and keeps its bytes under a clip that is exact when it is read again',
  (_, how) => {
    const file = largeCharacter(how);
    const { bytes, warnings } = readCharacter('large.glb', file);
    expect(warnings).toEqual(how.mesh === 'draco' ? [expect.stringContaining('Draco')] : []);
    const asset = readGltf(bytes);
    checkDrawing(asset);
    const scene = readCharacterScene(asset);
    const rig = buildRig(scene);
    for (const bone of BODY) expect(rig.humanoid[bone], bone).toBeDefined();
    expect(rig.skeleton.count).toBeGreaterThanOrEqual(how.joints ?? 0);
    const clip = gliding(wildClip(rig, 7, Object.values(rig.humanoid)));
    const motion = writeClip({ bytes, scene, rig }, 'glb', clip);
    expect(motion.compare(motion.bytes).distance).toBeLessThan(1e-4);
    const [before, after] = [file, motion.bytes].map((each) => readGlb(each).binary!);
    expect(Buffer.compare(after!.subarray(0, before!.byteLength), before!)).toBe(0);
  },
  600_000,
);
