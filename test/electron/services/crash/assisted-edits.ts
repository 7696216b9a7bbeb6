import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Random } from '../../../../core/math/random.ts';
import type { ScriptApi } from '../../../../electron/cli/vocabulary/vocabulary.ts';
import { frameOf, poseOf } from './crash-services.ts';
import { soundBytes } from './crash-media.ts';
import { STICK_FIGURE } from './stick-figure.ts';

/**
 * Makes a random edit of a scene that can be found again: a pose, a sound, an actor, a prop that whoever is worked on carries, or a contact with the first
 * actor in a clip or an actor that others change too. Files that come along are put into `folder`. Rejects where it was refused.
 */
export async function makeAssistedEdit(
  api: ScriptApi,
  folder: string,
  writer: string,
  edit: number,
  random: Random,
): Promise<unknown> {
  const id = poseOf(writer, edit);
  const name = `Pose ${id}`;
  const kind = random();
  if (kind < 0.2) {
    const beat = join(folder, `${writer}.wav`);
    writeFileSync(beat, soundBytes(writer, edit));
    return api.addSound({ path: beat, name });
  }
  if (kind < 0.3) {
    const character = join(folder, `${writer}.glb`);
    writeFileSync(character, STICK_FIGURE);
    return api.addActor({ character, name });
  }
  if (kind < 0.45) {
    await api.addProp({ shape: 'ball', name });
    return api.carryProp({ prop: name, by: { bone: 'rightHand' } });
  }
  if (kind < 0.7) {
    const from = frameOf(id);
    return api.addContact({ handle: 'leftHand', on: { bone: 'head', actor: 'hero' }, from, to: from + 1 });
  }
  return api.savePose({ name });
}
