import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { buildRig, fingersOfHand, openCharacterFile, type CharacterScene, type Rig } from '../../core/index.ts';
import { MANNEQUIN } from './mannequin.ts';
import { RIG_FILES } from './rigs.ts';
import { sharedData } from './shared-data.ts';

/** A sample with fingers as the studio opens it, with the flesh that is drawn. */
export interface FingeredRig {
  readonly name: string;
  readonly scene: CharacterScene;
  readonly rig: Rig;
}

/** The samples with fingers of these names, all by default; the mannequin first. */
export function fingeredRigs(isWanted: (name: string) => boolean = () => true): FingeredRig[] {
  const files = [MANNEQUIN, ...[...RIG_FILES, 'fbx/cmu-91_48.fbx'].flatMap((file) => sharedData(file) ?? [])];
  return files
    .filter((file) => isWanted(basename(file)))
    .map((file) => {
      const { scene } = openCharacterFile(basename(file), new Uint8Array(readFileSync(file)));
      return { name: basename(file), scene, rig: buildRig(scene) };
    })
    .filter(({ rig }) => fingersOfHand(rig, 'left').length > 1);
}
