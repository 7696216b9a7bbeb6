import { readdir } from 'node:fs/promises';
import { basename } from 'node:path';
import { changesBetween } from '../../../core/document/changes.ts';
import { isEdit, withBases, withOrder } from '../../../core/document/project-change.ts';
import { createProject } from '../../../core/document/create-project.ts';
import { changeProject, projectFromData } from '../../../core/document/deserialize.ts';
import { rigSettingsFromData } from '../../../core/document/read-settings.ts';
import { withRevisions } from '../../../core/document/part-paths.ts';
import type { RigOfActor } from '../../../core/document/played-scene.ts';
import type { Project } from '../../../core/document/project.ts';
import { actorsOf, openedActor, workOn } from '../../../core/document/work-on-actor.ts';
import { poseOnScreen, withoutKeyedPose } from '../../../core/document/shown-pose.ts';
import { projectToData } from '../../../core/document/serialize.ts';
import { namesKnownTo } from '../../../core/document/known-names.ts';
import { NOTHING_REMOVED, type RemovedParts } from '../../../core/document/removed-parts.ts';
import { withRemoved, type Step } from '../../../core/document/step.ts';
import { buildRig } from '../../../core/humanoid/rigging/build-rig.ts';
import type { Rig } from '../../../core/humanoid/body/rig.ts';
import type { SavedPose } from '../../../core/library/saved-pose.ts';
import { transferPoses } from '../../../core/library/transfer.ts';
import type { Pose } from '../../../core/skeleton/pose.ts';
import type { OpenedCharacter, PartRevisions } from '../../contract.ts';
import type { StepLog } from '../../files/project/step-log.ts';
import { stepOf, takeBack } from '../../files/project/steps.ts';
import type { Characters } from '../../services/characters.ts';
import type { Projects } from '../../services/projects.ts';
import { rigsOfOthers } from '../rigs-of-others.ts';

/** A project that is open: a value, of which each step makes another. */
export interface OpenDocument {
  readonly folder: string;
  /** That of the actor that is worked on: the first, but in what {@link seenBy} gives. */
  readonly character: OpenedCharacter;
  readonly rig: Rig;
  /** Of the first actor, which the poses of the library speak of. */
  readonly libraryRig: Rig;
  /** The characters of the scene beside the first actor's, and those that came to it since. */
  readonly others: readonly OpenedCharacter[];
  /** The rigs of the other actors of its scene. */
  readonly rigOf: RigOfActor;
  readonly project: Project;
  /** Seconds on the clip on the timeline: the moment that words about the pose on screen speak of. */
  readonly playhead: number;
  /** As it lies in the folder. */
  readonly saved: Project;
  readonly revisions: PartRevisions;
  /** What can be undone, oldest first, and what was undone, next to redo last. */
  readonly done: readonly Step[];
  readonly undone: readonly Step[];
  /** What could be undone when it was opened or saved last. */
  readonly kept: readonly Step[];
  /** Sentences about parts that could not be read, and about what both this and others changed. */
  readonly notes: readonly string[];
}

/** The document of a folder, with the playhead where its user left it, or where it was. */
export async function openDocument(projects: Projects, path: string, playhead?: number): Promise<OpenDocument> {
  const { folder, project: data, character, others, revisions, warnings, steps, view } = await projects.open(path);
  const { preset, corrections } = data.rig;
  const plain = buildRig(character.scene, { preset, corrections });
  const rig = buildRig(character.scene, rigSettingsFromData(data.rig, plain.skeleton));
  const { project, warnings: more } = projectFromData(rig, data, revisions);
  const notes = [...(character.warnings ?? []), ...warnings, ...more];
  const at = playhead ?? project.unkeyed?.time ?? view?.playhead ?? 0;
  return {
    folder,
    character,
    rig,
    libraryRig: rig,
    others,
    rigOf: rigsAmong([character, ...others]),
    project,
    playhead: at,
    saved: project,
    revisions,
    done: steps,
    undone: [],
    kept: steps,
    notes,
  };
}

function rigsAmong(characters: readonly OpenedCharacter[]): RigOfActor {
  return rigsOfOthers((hash) => characters.find((each) => each.hash === hash)?.scene ?? null);
}

/** The document with a character at hand that an actor may come with. */
export function withCharacter(document: OpenDocument, character: OpenedCharacter): OpenDocument {
  const { character: first, others } = document;
  if ([first, ...others].some(({ hash }) => hash === character.hash)) return document;
  const all = [...others, character];
  return { ...document, others: all, rigOf: rigsAmong([first, ...all]) };
}

/**
 * The document as an actor of its scene sees it: project, rig and character are those of that one. Null: the one that the scene is opened with, also where there is no such
 * actor any more. Throws an `Error` with one sentence where the file of its character is not there.
 */
export function seenBy(document: OpenDocument, actor: string | null): OpenDocument {
  const { project, rig, rigOf, character, others } = document;
  const id = actorsOf(project).some((each) => each.id === actor) ? actor! : openedActor(project);
  if (id === project.workedOn) return document;
  const seen = workOn(project, rig, id, (other) => {
    const own = rigOf(other);
    if (!own) throw new Error(`the file of "${other.name}" cannot be read`);
    return own;
  });
  const own = [character, ...others].find(({ hash }) => hash === seen.project.character.hash)!;
  // The first waits among the others meanwhile.
  const rigOfOther: RigOfActor = (other) => (other.id === project.workedOn ? rig : rigOf(other));
  return { ...document, project: seen.project, rig: seen.rig, character: own, rigOf: rigOfOther };
}

const onOthers = new WeakMap<readonly SavedPose[], { readonly rig: Rig; readonly poses: readonly SavedPose[] }>();

/** The poses of the library as the actor that is worked on takes them: by the meaning of their bones, where they are another body's. */
export function posesFor({ project: { poses }, rig, libraryRig }: OpenDocument): readonly SavedPose[] {
  if (rig === libraryRig) return poses;
  const known = onOthers.get(poses);
  if (known?.rig === rig) return known.poses;
  const taken = transferPoses(libraryRig, poses, rig).map(({ pose }) => pose);
  onOthers.set(poses, { rig, poses: taken });
  return taken;
}

/** A pose of the actor that is worked on as the library keeps it. */
export function forLibrary({ rig, libraryRig }: OpenDocument, saved: SavedPose): SavedPose {
  return rig === libraryRig ? saved : transferPoses(rig, [saved], libraryRig)[0]!.pose;
}

/** The document as it is in its folder now. What was taken back can be made again as long as others have not changed it. */
export async function openAgain(projects: Projects, { folder, playhead, undone, others }: OpenDocument): Promise<OpenDocument> {
  const opened = await openDocument(projects, folder, playhead);
  // A character that came to the scene just now may not be in a file of it yet.
  return others.reduce(withCharacter, { ...opened, undone });
}

/** Makes a project folder, which must be empty or not there yet. Throws an `Error` with one sentence. */
export async function createDocument(
  projects: Projects,
  characters: Characters,
  path: string,
  folder: string,
  name: string = basename(folder),
): Promise<OpenDocument> {
  const present = await readdir(folder).catch(() => []);
  if (present.length > 0) throw new Error(`"${folder}" is not empty: choose a new folder`);
  const character = await characters.open(path);
  const rig = buildRig(character.scene);
  const { name: characterName, fileName, hash } = character;
  const project = createProject(rig, { name: characterName, fileName, hash });
  await projects.save(folder, projectToData(rig, { ...project, name }));
  return openDocument(projects, folder);
}

/** The pose on screen: the clip at the playhead, and what is not keyed yet. */
export function shownIn({ rig, rigOf, project, playhead }: OpenDocument): Pose {
  return poseOnScreen(rig, project, playhead, rigOf);
}

/** The document after one labelled step of what an actor of its scene sees; the same one when the edit changed nothing. */
export function editDocument(
  document: OpenDocument,
  label: string,
  actor: string | null,
  edit: (project: Project) => Project,
): OpenDocument {
  const { project, rig, rigOf } = seenBy(document, actor);
  const edited = edit(project);
  if (edited === project) return document;
  const next = withoutKeyedPose(rig, edited, rigOf);
  const between = (from: Project, to: Project) => changesBetween(rig, from, to, rig, document.libraryRig);
  const change = between(project, next);
  if (!isEdit(change)) return document;
  const step = stepOf(label, change, between(next, project));
  // Of another actor's work the first sees what changed.
  const after = project === document.project ? next : changeProject(document.project, change, document.rig).project;
  return { ...document, project: after, done: [...document.done, step], undone: [] };
}

/** The steps that can be taken back, or those that were. */
type Stack = 'done' | 'undone';

/** Takes back the latest step, or for `undone` makes it again. Throws an `Error` with one sentence when there is none, or others have changed it since. */
export function stepBack(document: OpenDocument, from: Stack): { readonly label: string; readonly next: OpenDocument } {
  const { project, rig } = document;
  const step = document[from].at(-1);
  if (!step) throw new Error(from === 'done' ? 'there is no step to undo' : 'there is no step to redo');
  const { opposite } = takeBack(projectToData(rig, project), step);
  const to: Stack = from === 'done' ? 'undone' : 'done';
  const stacks = { [from]: document[from].slice(0, -1), [to]: [...document[to], opposite] };
  const next = changeProject(project, step.back, rig).project;
  // What a step posed is seen where it was posed.
  const posed = next.unkeyed === project.unkeyed ? null : (next.unkeyed ?? project.unkeyed);
  const playhead = posed?.clip === next.activeClip ? posed.time : document.playhead;
  return { label: step.label, next: { ...document, project: next, playhead, ...stacks } };
}

/**
 * Writes what is not saved yet, merged with what others did, and the steps for whoever opens the project next. Throws an `Error` with one
 * sentence.
 */
export async function saveDocument(projects: Projects, log: StepLog, document: OpenDocument): Promise<OpenDocument> {
  const { folder, project, saved, rig, revisions, done, kept } = document;
  const change = withOrder(withBases(changesBetween(rig, saved, project), revisions), saved, project);
  let removed = NOTHING_REMOVED;
  const onRemoved = (parts: RemovedParts) => (removed = parts);
  const merged = await projects.saveChange(folder, change, { known: namesKnownTo(rig.skeleton), onRemoved });
  if (!merged) throw new Error(`"${folder}" holds no project any more`);
  const isOther = (step: Step, i: number) => step !== kept[i];
  const same = done.some(isOther) ? done.findIndex(isOther) : done.length;
  await log.keep(folder, kept.length - same, withRemoved(done.slice(same), removed));
  const isAlone = merged.notes.length === 0 && !isEdit(merged.theirs);
  if (!isAlone) {
    const now = await openAgain(projects, document);
    return { ...now, notes: [...merged.notes, ...now.notes] };
  }
  return { ...document, saved: project, kept: done, revisions: withRevisions(revisions, merged.revisions) };
}
