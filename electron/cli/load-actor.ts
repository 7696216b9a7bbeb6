import { stat } from 'node:fs/promises';
import type { LimitPreset } from '../../core/humanoid/body/rig.ts';
import { readAnimations } from '../../core/formats/gltf/gltf-animation.ts';
import { readGltf } from '../../core/formats/gltf/gltf-asset.ts';
import type { Project } from '../../core/document/project.ts';
import { loadCharacter, type LoadedCharacter, type LoadOptions } from './load-character.ts';
import { openProject } from './open-project.ts';

/** What is asked of a path that may be a project: whose character, by name or id. */
export interface ActorOptions extends LoadOptions {
  readonly actor?: string | undefined;
}

/** A character, and the project that it is an actor of. */
export interface LoadedActor extends LoadedCharacter {
  readonly project?: Project;
}

/** Whether a path is a project folder, or its `project.limber`. */
export async function isProject(path: string): Promise<boolean> {
  if (path.endsWith('.limber')) return true;
  try {
    return (await stat(path)).isDirectory();
  } catch {
    // Reading it as a file says what is wrong.
    return false;
  }
}

/**
 * Opens a character's file, or an actor of a project with the limits and bones that it has there; default: the first of its scene. Throws an `Error` with one
 * sentence, also where options go with the other of the two alone.
 */
export async function loadActor(path: string, { actor, ...options }: ActorOptions): Promise<LoadedActor> {
  if (!(await isProject(path))) {
    if (actor !== undefined) throw new Error('--actor is for projects: a file holds one character');
    return loadCharacter(path, options);
  }
  refuseForProjects(options.preset);
  const { project, target, warnings } = await openProject(path, actor);
  const { name, hash } = project.character;
  const asset = readGltf(target.bytes);
  const { animations, warnings: more } = readAnimations(asset);
  return {
    fileName: name,
    hash,
    ...target,
    original: null,
    asset,
    corrections: project.rig.corrections,
    animations,
    notes: [...warnings, ...more],
    restOfTakes: () => undefined,
    project,
  };
}

/** Throws an `Error` with one sentence where limits are asked for beside those of a project. */
export function refuseForProjects(preset: LimitPreset | undefined): void {
  if (preset !== undefined) throw new Error('--preset is for files: a project has limits of its own');
}
