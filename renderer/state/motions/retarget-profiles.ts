import type { RetargetProfile } from '../../../core/formats/clips/retarget-profile.ts';
import type { HumanoidBone } from '../../../core/humanoid/body/bones.ts';
import type { BvhReading } from '../../../core/formats/bvh/bvh-reading.ts';
import type { RetargetChoices } from '../../../electron/contract.ts';
import { chooseFile, joinPath, lastPart, suggestedFolder } from '../window/choose-file.ts';
import { attempting, notify } from '../window/notify.ts';
import type { DocumentState } from '../document-state.ts';
import type { Studio } from '../studio.ts';
import { rememberRest } from './remembered-rests.ts';

/** What a profile is called in a folder of motions. */
const USUAL_NAME = 'profile.json';

/** Asks for a profile and reads it; null when there is none to use. */
export async function chooseProfile(studio: Studio): Promise<RetargetProfile | null> {
  const suggested = suggestedFolder(studio.getState());
  const path = await chooseFile(studio, 'open', {
    title: 'Use a retarget profile',
    kind: 'export',
    suggested,
    extensions: ['json'],
  });
  if (path === null) return null;
  const about = { file: lastPart(path), failed: 'cannot be used' };
  return attempting(studio, 'profile', about, async () => {
    const profile = await studio.desktop.call('profile.read', path);
    rememberRest(studio, profile.source?.rest);
    return profile;
  });
}

/** What was chosen for a motion: everything that a profile says of clips. */
export interface ProfileChoices extends RetargetChoices {
  readonly bvh: Partial<BvhReading>;
}

/**
 * Asks where to keep what was chosen, with the limits and the corrected bones of the document's character. A profile that lies there already
 * keeps what the choices do not speak of.
 */
export async function saveProfile(studio: Studio, choices: ProfileChoices): Promise<void> {
  const { document } = studio.getState();
  const folder = suggestedFolder(studio.getState());
  const suggested = folder === null ? USUAL_NAME : joinPath(folder, USUAL_NAME);
  const path = await chooseFile(studio, 'save', {
    title: 'Save as retarget profile',
    kind: 'export',
    suggested,
    extensions: ['json'],
  });
  if (!document || path === null) return;
  const about = { file: lastPart(path), failed: 'was not written' };
  await attempting(studio, 'profile', about, async () => {
    const isThere = await studio.desktop.call('export.replaces', path);
    const present = isThere ? await studio.desktop.call('profile.read', path) : {};
    await studio.desktop.call('profile.save', path, withChoices(present, choices, document));
    rememberRest(studio, choices.rest);
    notify(studio, 'info', `The profile is in ${lastPart(path)}: “limber retarget --profile” and batches use it.`);
  });
}

/** The profile with the choices in place of what it said of the same. */
export function withChoices(profile: RetargetProfile, choices: ProfileChoices, document: DocumentState): RetargetProfile {
  const { bvh, rest, fps, feet, hands, limits } = choices;
  const { fps: _fps, feet: _feet, hands: _hands, limits: _limits, ...others } = profile;
  const bones = choices.bones ?? profile.source?.bones;
  const contacts = choices.contacts ?? profile.contacts;
  return {
    ...others,
    source: {
      ...(bones && { bones }),
      ...(Object.keys(bvh).length > 0 && { bvh }),
      ...(rest !== undefined && { rest }),
    },
    character: { ...profile.character, ...characterPart(document) },
    ...(fps !== undefined && { fps }),
    ...(feet !== undefined && { feet }),
    ...(hands !== undefined && { hands }),
    ...(limits !== undefined && { limits }),
    ...(contacts && { contacts }),
  };
}

/** The limits of the document's character, and the bones that were corrected, by the names of their nodes. */
function characterPart({ history: { present }, character }: DocumentState): NonNullable<RetargetProfile['character']> {
  const corrections = Object.entries(present.rig.corrections) as [HumanoidBone, number | null][];
  const named = corrections.map(([bone, node]) => [bone, node === null ? null : (character.scene.nodes[node]?.name ?? null)]);
  return { preset: present.rig.preset, ...(named.length > 0 && { bones: Object.fromEntries(named) }) };
}
