import type { ProjectData, RigSettingsData } from '../../../core/document/project-data.ts';
import type { RigSettings } from '../../../core/document/project.ts';
import { rigSettingsFromData } from '../../../core/document/read-settings.ts';
import type { Rig } from '../../../core/humanoid/body/rig.ts';
import type { CharacterScene } from '../../../core/skeleton/scene.ts';
import type { OpenedCharacter } from '../../../electron/contract.ts';
import type { Studio } from '../studio.ts';
import { detectionSettings, isEdited, keepRig, knownRig } from './rigs.ts';

/**
 * Has the rig built beside the window, so that `rigOfCharacter` has it at once afterwards. Rejects with a `RangeError` of one sentence where the
 * character has none.
 */
export async function prepareRig({ buildRig: buildBeside }: Studio, scene: CharacterScene, settings: RigSettings): Promise<Rig> {
  const rig = knownRig(scene, settings) ?? (await buildBeside(scene, settings));
  // Somebody else may have asked for the same meanwhile.
  return keepRig(scene, settings, knownRig(scene, settings) ?? rig);
}

/** Has the rigs of a project's actors built beside the window, as {@link prepareRig} does. What cannot be built is told where it is asked for. */
export async function prepareRigs(
  studio: Studio,
  characters: readonly OpenedCharacter[],
  { character, rig, actors }: ProjectData,
): Promise<void> {
  const wanted = [{ hash: character.hash, rig }, ...(actors ?? [])];
  await Promise.allSettled(
    wanted.flatMap(({ hash, rig: data }) => {
      const scene = characters.find((each) => each.hash === hash)?.scene;
      return scene ? [prepareFromData(studio, scene, data)] : [];
    }),
  );
}

async function prepareFromData(studio: Studio, scene: CharacterScene, data: RigSettingsData): Promise<void> {
  const { skeleton } = await prepareRig(studio, scene, detectionSettings(data));
  if (isEdited(data)) await prepareRig(studio, scene, rigSettingsFromData(data, skeleton));
}
