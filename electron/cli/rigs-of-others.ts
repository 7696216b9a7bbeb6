import type { RigOfActor } from '../../core/document/played-scene.ts';
import type { ActorData } from '../../core/document/project-data.ts';
import { rigSettingsFromData } from '../../core/document/read-settings.ts';
import type { Rig } from '../../core/humanoid/body/rig.ts';
import { buildRig } from '../../core/humanoid/rigging/build-rig.ts';
import type { CharacterScene } from '../../core/skeleton/scene.ts';

/** The rigs of the actors of a scene that are not worked on, by the scenes of their characters' files; null of a hash whose file is not there. */
export function rigsOfOthers(sceneOf: (hash: string) => CharacterScene | null): RigOfActor {
  const built = new WeakMap<ActorData['rig'], Rig>();
  return ({ hash, rig: settings }) => {
    const scene = sceneOf(hash);
    if (!scene) return null;
    let rig = built.get(settings);
    if (!rig) {
      const { preset, corrections } = settings;
      const plain = buildRig(scene, { preset, corrections });
      rig = buildRig(scene, rigSettingsFromData(settings, plain.skeleton));
      built.set(settings, rig);
    }
    return rig;
  };
}
