import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { crc32, deflateSync } from 'node:zlib';
import { createProject } from '../../../core/document/create-project.ts';
import { jointKeys } from '../../../core/document/joint-keys.ts';
import { projectToData } from '../../../core/document/serialize.ts';
import { savedPoseToData } from '../../../core/document/serialize-parts.ts';
import { readGltf } from '../../../core/formats/gltf/gltf-asset.ts';
import { readCharacterScene } from '../../../core/formats/gltf/gltf-scene.ts';
import { buildRig } from '../../../core/humanoid/rigging/build-rig.ts';
import { capturePose } from '../../../core/library/apply.ts';
import { fromRotationVector } from '../../../core/math/quat.ts';
import { seededRandom } from '../../../core/math/random.ts';
import { restPose, setRotation } from '../../../core/skeleton/pose.ts';
import { clampPose } from '../../../core/skeleton/limit-state.ts';
import { createCharacters } from '../../../electron/services/characters.ts';
import { createProjects } from '../../../electron/services/projects.ts';
import { layOutPose } from '../../../electron/files/project/project-parts.ts';
import { currentUser } from '../../../electron/files/project/user-state.ts';
import { MANNEQUIN } from '../../helpers/mannequin.ts';

const NAMES = ['Walk', 'Run', 'Reach', 'Crouch', 'Jump', 'Sit', 'Kick', 'Dance', 'Carry', 'Fall', 'Fight', 'Wave'];
const FOLDERS = ['', 'Move', 'Move/Fast', 'Rest', 'Act'];
/** Different pictures; more poses share them. */
const PICTURES = 40;
const PIXELS = 192;

export interface WrittenProject {
  /** Its folder. */
  readonly path: string;
  /** Of its poses and their pictures. */
  readonly bytes: number;
}

/** A project of the mannequin with `count` poses, each with a picture, in their order as the studio saves it; the same in every run. */
export async function writeLibraryProject(path: string, count: number): Promise<WrittenProject> {
  const bytes = readFileSync(MANNEQUIN);
  const { skeleton, ...rig } = buildRig(readCharacterScene(readGltf(bytes)));
  const whole = { skeleton, ...rig };
  const characters = createCharacters({ cacheFolder: join(path, '..', 'cache'), mannequinPath: MANNEQUIN });
  const { hash, name, fileName } = await characters.openBytes('mannequin.glb', bytes);
  await createProjects(characters).save(path, projectToData(whole, createProject(whole, { name, fileName, hash })));
  const random = seededRandom(1);
  const keys = jointKeys(skeleton);
  const pictures = Array.from({ length: PICTURES }, (_, i) => pngOf(i));
  let written = 0;
  mkdirSync(join(path, 'poses'), { recursive: true });
  for (let i = 0; i < count; i++) {
    const pose = restPose(skeleton);
    for (let joint = 0; joint < skeleton.count; joint++)
      setRotation(pose, joint, fromRotationVector([random() - 0.5, random() - 0.5, random() - 0.5]));
    const saved = capturePose(skeleton, clampPose(skeleton, pose).pose, {
      id: `pose-${i}`,
      name: `${NAMES[i % NAMES.length]!} ${1 + Math.floor(i / NAMES.length)}`,
      tags: i % 3 === 0 ? ['captured', NAMES[(5 * i) % NAMES.length]!.toLowerCase()] : [],
      folder: FOLDERS[i % FOLDERS.length]!,
    });
    const text = layOutPose(savedPoseToData(skeleton, saved, keys));
    const picture = pictures[i % PICTURES]!;
    writeFileSync(join(path, 'poses', `${saved.id}.json`), text);
    writeFileSync(join(path, 'poses', `${saved.id}.png`), picture);
    written += text.length + picture.byteLength;
  }
  const order = join(path, 'users', `${currentUser()}.json`);
  const state = JSON.parse(readFileSync(order, 'utf8')) as object;
  writeFileSync(order, JSON.stringify({ ...state, poses: Array.from({ length: count }, (_, i) => `pose-${i}`) }));
  return { path, bytes: written };
}

/** A picture as large as those of real poses, about 10 kB. */
function pngOf(number: number): Buffer {
  const random = seededRandom(number + 1);
  const rows = Buffer.alloc(PIXELS * (1 + 3 * PIXELS), 45);
  for (let y = 0; y < PIXELS; y++) {
    rows[y * (1 + 3 * PIXELS)] = 0;
    for (let x = 0; x < PIXELS; x++) {
      if (Math.hypot(x - PIXELS / 2, (y - PIXELS / 2) / 2) > 24 + number / 4) continue;
      const at = y * (1 + 3 * PIXELS) + 1 + 3 * x;
      for (let k = 0; k < 3; k++) rows[at + k] = 120 + Math.floor(60 * random());
    }
  }
  const head = Buffer.alloc(13);
  head.writeUInt32BE(PIXELS, 0);
  head.writeUInt32BE(PIXELS, 4);
  head.set([8, 2, 0, 0, 0], 8);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([signature, chunk('IHDR', head), chunk('IDAT', deflateSync(rows)), chunk('IEND', Buffer.alloc(0))]);
}

function chunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const ends = Buffer.alloc(8);
  ends.writeUInt32BE(data.byteLength, 0);
  ends.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)]);
}
