import { showsFloor } from '../../core/formats/clips/source-rest.ts';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Clip } from '../../core/animation/clip.ts';
import { retargetClip } from '../../core/animation/retarget-clip.ts';
import { openCharacterFile } from '../../core/formats/open-character.ts';
import { readMotions } from '../../core/formats/read-motions.ts';
import type { Rig } from '../../core/humanoid/body/rig.ts';
import { buildRig } from '../../core/humanoid/rigging/build-rig.ts';
import { readCharacterScene } from '../../core/formats/gltf/gltf-scene.ts';
import { readGltf } from '../../core/formats/gltf/gltf-asset.ts';
import { readGlbScene } from './glb-scene.ts';
import { MANNEQUIN } from './mannequin.ts';
import { sharedData } from './shared-data.ts';

const FOLDERS = ['bvh', 'fbx', 'rigs', 'vrm'] as const;

export interface SharedClip {
  /** The file and, where it holds several clips, the clip. */
  readonly name: string;
  /** `own`: the character of the file; `mannequin`: the clip was brought onto the mannequin. */
  readonly onto: 'own' | 'mannequin';
  readonly rig: Rig;
  readonly clip: Clip;
}

/** Every clip of the sample data, or of some of its files, that moves a body: on the character of its own file and on the mannequin. */
export function* sharedClips(isWanted: (file: string) => boolean = () => true): Generator<SharedClip> {
  const mannequin = buildRig(readGlbScene(MANNEQUIN));
  for (const folder of FOLDERS) {
    const path = sharedData(folder);
    if (!path) continue;
    for (const file of readdirSync(path).filter(isWanted).sort()) {
      const { bytes } = openCharacterFile(file, new Uint8Array(readFileSync(join(path, file))));
      if (!hasBody(bytes)) continue;
      const { motions } = readMotions(file, bytes);
      for (const { rig, clip, rest } of motions) {
        const name = motions.length > 1 ? `${file} ${clip.name}` : file;
        yield { name, onto: 'own', rig, clip };
        const brought = retargetClip(rig, clip, mannequin, { sourceStands: showsFloor(rest) }).clip;
        yield { name, onto: 'mannequin', rig: mannequin, clip: brought };
      }
    }
  }
}

/** Two of the FBX files move bones that are no body. */
function hasBody(bytes: Uint8Array): boolean {
  const { nodes } = readCharacterScene(readGltf(bytes));
  return nodes.some(({ name }) => /hip|pelvis/i.test(name));
}
