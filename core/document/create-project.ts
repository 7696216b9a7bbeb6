import { checkRig } from '../humanoid/body/check-rig.ts';
import { checkObject } from '../math/check-values.ts';
import { createClip } from '../animation/keys.ts';
import type { Pins } from '../humanoid/body/handles.ts';
import { DEFAULT_SOLVER_SETTINGS } from '../humanoid/pulling/request/pull-goals.ts';
import type { Rig } from '../humanoid/body/rig.ts';
import { ORIGIN } from '../math/place.ts';
import { FIRST_ACTOR, type Project } from './project.ts';
import type { CharacterReference } from './project-data.ts';

/** Both feet stay on the floor, and flat on it, until the animator says otherwise. */
export const DEFAULT_PINS: Pins = {
  leftFoot: { translation: true, rotation: true, weight: 1 },
  rightFoot: { translation: true, rotation: true, weight: 1 },
};

/** A new project for a character: at rest, feet pinned, with one empty clip. `corrections` are those that the rig was built with. */
export function createProject(rig: Rig, character: CharacterReference, corrections: Project['rig']['corrections'] = {}): Project {
  checkRig(rig);
  checkObject(character, 'the character');
  checkObject(corrections, 'the corrections');
  const { preset } = rig;
  const clip = createClip('clip-1', 'Clip 1', { loop: false });
  return {
    name: character.name,
    workedOn: FIRST_ACTOR,
    character,
    place: ORIGIN,
    actors: [],
    props: [],
    sounds: [],
    cameras: [],
    reference: null,
    rig: { preset, corrections, limits: {}, stiffness: {} },
    unkeyed: null,
    pins: startPins(rig),
    solver: DEFAULT_SOLVER_SETTINGS,
    poses: [],
    clips: [clip],
    activeClip: clip.id,
  };
}

/** The pins of a new project: the feet that the character has. */
export function startPins({ humanoid }: Rig): Pins {
  return {
    ...(humanoid.leftFoot !== undefined && { leftFoot: DEFAULT_PINS.leftFoot! }),
    ...(humanoid.rightFoot !== undefined && { rightFoot: DEFAULT_PINS.rightFoot! }),
  };
}
