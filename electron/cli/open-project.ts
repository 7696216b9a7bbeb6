import type { Clip } from '../../core/animation/clip.ts';
import { activeClip } from '../../core/document/edits/clips.ts';
import { playedActiveClip, type RigOfActor } from '../../core/document/played-scene.ts';
import { projectFromData } from '../../core/document/deserialize.ts';
import type { Project } from '../../core/document/project.ts';
import { namedActor, openedActor, workOn, type WorkedOn } from '../../core/document/work-on-actor.ts';
import type { MotionTarget } from '../../core/formats/clips/write-clip.ts';
import { readGltf } from '../../core/formats/gltf/gltf-asset.ts';
import { readCharacterScene } from '../../core/formats/gltf/gltf-scene.ts';
import { buildRig } from '../../core/humanoid/rigging/build-rig.ts';
import { characterPath, fileInProject, openedFolderOf, readProjectFolder } from '../files/project/project-folder.ts';
import { readWholeFile } from '../files/storage/read-file.ts';
import type { Rig } from '../../core/humanoid/body/rig.ts';
import type { CharacterReference } from '../../core/document/project-data.ts';
import { chooseClip } from './choose-clip.ts';
import { rigsOfOthers } from './rigs-of-others.ts';

/** A project as the actor sees it that is asked about, and that actor's character. */
export interface OpenedProject {
  readonly project: Project;
  readonly target: MotionTarget;
  /** The rigs of the other actors of its scene. */
  readonly rigOf: RigOfActor;
  /** A file of the project: an actor's or a prop's. Rejects with an `Error` of one sentence where it cannot be read. */
  readonly fileOf: (file: CharacterReference) => Promise<CharacterFile>;
  readonly warnings: readonly string[];
}

/** The bytes of a character's file, and what is in it. */
type CharacterFile = Omit<MotionTarget, 'rig'>;

/**
 * Opens a project folder, or its `project.limber`, for reading alone, and works on one of its actors, by its name or its id. Default: the first. Throws an
 * `Error` with one sentence.
 */
export async function openProject(path: string, actor?: string): Promise<OpenedProject> {
  const folder = openedFolderOf(path);
  const { project: data, warnings } = await readProjectFolder(path);
  const fileOf = async (character: CharacterReference): Promise<CharacterFile> => {
    const bytes = await readWholeFile(await fileInProject(folder, characterPath(character)));
    return { bytes, scene: readCharacterScene(readGltf(bytes)) };
  };
  const { hash } = data.character;
  const first = await fileOf(data.character);
  const files = new Map([[hash, first]]);
  const notes: string[] = [];
  for (const other of data.actors ?? []) {
    if (files.has(other.hash)) continue;
    try {
      files.set(other.hash, await fileOf(other));
    } catch (error) {
      notes.push(`"${other.name}" is left out: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  const plain = buildRig(first.scene, { preset: data.rig.preset, corrections: data.rig.corrections });
  const read = projectFromData(plain, data);
  const rigOf = rigsOfOthers((wanted) => files.get(wanted)?.scene ?? null);
  const { project, rig, warnings: more } = workedOn(read.project, buildRig(first.scene, read.project.rig), rigOf, actor);
  return {
    project,
    target: { ...files.get(project.character.hash)!, rig },
    rigOf,
    fileOf: async (file) => files.get(file.hash) ?? fileOf(file),
    warnings: [...warnings, ...notes, ...read.warnings, ...more],
  };
}

function workedOn(project: Project, rig: Rig, rigOf: RigOfActor, wanted: string | undefined): WorkedOn {
  const { id, name } = namedActor(project, wanted ?? openedActor(project));
  return workOn(project, rig, id, (actor) => {
    const found = rigOf(actor);
    if (!found) throw new Error(`the file of "${name}" cannot be read`);
    return found;
  });
}

/** A clip of a project as one of its characters plays it (default: the first), by the clip's name (default: the one that was worked on last). */
export async function motionOfProject(
  path: string,
  { actor, clip: name }: { readonly actor?: string | undefined; readonly clip?: string | undefined },
): Promise<{ readonly rig: Rig; readonly clip: Clip; readonly warnings: readonly string[] }> {
  const { project, target, rigOf, warnings } = await openProject(path, actor);
  const { id } = name === undefined ? activeClip(project) : chooseClip(project.clips, name, 'the project');
  return { rig: target.rig, clip: playedActiveClip({ ...project, activeClip: id }, target.rig, rigOf), warnings };
}
