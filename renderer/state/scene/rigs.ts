import type { RigOfActor } from '../../../core/document/played-scene.ts';
import { rigSettingsFromData } from '../../../core/document/read-settings.ts';
import type { RigSettings } from '../../../core/document/project.ts';
import type { ActorData, RigSettingsData } from '../../../core/document/project-data.ts';
import type { Rig } from '../../../core/humanoid/body/rig.ts';
import { buildRig } from '../../../core/humanoid/rigging/build-rig.ts';
import type { CharacterScene } from '../../../core/skeleton/scene.ts';
import type { DocumentState } from '../document-state.ts';
import { characterOf } from './characters.ts';
import { lastOf } from '../../../core/math/last-of.ts';

/** Rigs of one character that are kept for when they are asked for again: of all actors that have it, and of what is undone. */
const MOST_KEPT = 24;

const built = new WeakMap<CharacterScene, Map<string, Rig>>();

/** The rig that a character has with these settings: the same object each time, so that what was derived from it is there still. */
export function rigOfCharacter(scene: CharacterScene, settings: RigSettings): Rig {
  return keepRig(scene, settings, knownRig(scene, settings) ?? buildRig(scene, settings));
}

/** The rig that is kept of a character with these settings. */
export function knownRig(scene: CharacterScene, settings: RigSettings): Rig | undefined {
  return built.get(scene)?.get(keyOf(settings));
}

/** Keeps the rig, which is last in line to be forgotten. */
export function keepRig(scene: CharacterScene, settings: RigSettings, rig: Rig): Rig {
  const known = built.get(scene) ?? new Map<string, Rig>();
  built.set(scene, known);
  const key = keyOf(settings);
  known.delete(key);
  known.set(key, rig);
  if (known.size > MOST_KEPT) known.delete(known.keys().next().value!);
  return rig;
}

function keyOf({ preset, corrections, limits, stiffness, flatFeet }: RigSettings): string {
  return JSON.stringify([preset, corrections, limits, stiffness, flatFeet]);
}

/** The settings that a character begins with. */
export function plainSettings(corrections: RigSettings['corrections']): RigSettings {
  return { preset: 'standard', corrections, limits: {}, stiffness: {} };
}

const fromData = lastOf<RigSettingsData, Rig>();

/** The same from settings as they are written: asked with every picture, for each actor that is on it. */
export function rigFromData(scene: CharacterScene, data: RigSettingsData): Rig {
  return fromData(data, [scene], () => {
    const detected = rigOfCharacter(scene, detectionSettings(data));
    return isEdited(data) ? rigOfCharacter(scene, rigSettingsFromData(data, detected.skeleton)) : detected;
  });
}

/** Limits and stiffnesses go by joint names in files: the joints are learnt first, by these settings. */
export function detectionSettings(data: RigSettingsData): RigSettings {
  return { ...data, limits: {}, stiffness: {} };
}

/** Whether limits or stiffnesses were set by hand. */
export function isEdited({ limits, stiffness }: RigSettingsData): boolean {
  return Object.keys(limits).length > 0 || Object.keys(stiffness).length > 0;
}

/** The rig of an actor that is not worked on; null where its character's file could not be had. */
export function rigOfActor(document: DocumentState, actor: ActorData): Rig | null {
  const character = characterOf(document, actor.hash);
  return character && rigFromData(character.scene, actor.rig);
}

/** The rigs of a document's actors that are not worked on. */
export function rigsBeside(document: DocumentState): RigOfActor {
  return (actor) => rigOfActor(document, actor);
}

/** The rigs of a document's actors, all of whose characters are there. */
export function rigsOf(document: DocumentState): (actor: ActorData) => Rig {
  return (actor) => {
    const rig = rigOfActor(document, actor);
    if (!rig) throw new Error(`the character "${actor.name}" is not there`);
    return rig;
  };
}
