import { checkRig } from '../humanoid/body/check-rig.ts';
import type { Clip } from '../animation/clip.ts';
import { createClip } from '../animation/keys.ts';
import { ORIGIN } from '../math/place.ts';
import type { Rig } from '../humanoid/body/rig.ts';
import type { ProjectChange } from './project-change.ts';
import { freeNumber } from './ids.ts';
import { checkProjectData } from './check-data.ts';
import { applyListChange, type ListChange } from './list-change.ts';
import type { ProjectData } from './project-data.ts';
import { FIRST_ACTOR, type Project } from './project.ts';
import { sceneAfter } from './scene-lists.ts';
import { startReading, unknownNames } from './reading.ts';
import { readClip } from './read-clips.ts';
import { readSavedPose } from './read-poses.ts';
import { readRigSettings, readUnkeyed } from './read-settings.ts';

export interface ReadProject {
  readonly project: Project;
  /** Sentences about what could not be used; everything else was. */
  readonly warnings: readonly string[];
}

/**
 * The project that the data speaks of, for the rig of its first actor, which is the one that is worked on. What the rig does not have is left out and told; `revisions` are those of its folder's files: a
 * clip that is made where none can be used gets an id that none of them has. Throws a `RangeError` of one sentence when the data is no project's; pins and solver
 * settings are taken as they are.
 */
export function projectFromData(
  rig: Rig,
  data: ProjectData,
  revisions: Readonly<Record<string, string>> | null = null,
): ReadProject {
  checkRig(rig);
  checkProjectData(data);
  const reading = startReading(rig.skeleton);
  const read = data.clips.map((clip) => readClip(reading, clip)).filter((clip) => clip !== null);
  const clips = read.length > 0 ? read : [firstClip(data, revisions)];
  const activeClip = clips.some(({ id }) => id === data.activeClip) ? data.activeClip : clips[0]!.id;
  const project: Project = {
    name: data.name,
    workedOn: FIRST_ACTOR,
    character: data.character,
    place: data.place ?? ORIGIN,
    actors: data.actors ?? [],
    props: data.props ?? [],
    sounds: data.sounds ?? [],
    cameras: data.cameras ?? [],
    reference: data.reference ?? null,
    rig: readRigSettings(reading, data.rig),
    unkeyed: readUnkeyed(reading, data.unkeyed, activeClip),
    pins: data.pins,
    solver: data.solver,
    poses: data.poses.map((saved) => readSavedPose(reading, saved)),
    clips,
    activeClip,
  };
  return { project, warnings: [...unknownNames(reading), ...reading.warnings] };
}

function firstClip(data: ProjectData, revisions: Readonly<Record<string, string>> | null): Clip {
  const number = freeNumber('clips', data.clips, revisions, 1);
  return createClip(`clip-${number}`, `Clip ${number}`, { loop: false });
}

/**
 * The project after a change that plain JSON tells; what the change does not speak of is shared with the project that was given.
 * `rig` is the rig of the result, with the same joints as before.
 */
export function changeProject(project: Project, change: ProjectChange, rig: Rig): ReadProject {
  const reading = startReading(rig.skeleton);
  const { rig: settings, unkeyed, activeClip, name, character, place, pins, solver, reference } = change.changed;
  const poses = change.poses && readItems(change.poses, (saved) => readSavedPose(reading, saved));
  const clips = change.clips && readItems(change.clips, (clip) => readClip(reading, clip));
  const changed: Project = {
    ...project,
    ...(name !== undefined && { name }),
    ...(character && { character }),
    ...(place && { place }),
    ...(pins && { pins }),
    ...(solver && { solver }),
    ...(reference !== undefined && { reference }),
    ...(settings && { rig: readRigSettings(reading, settings) }),
    ...(unkeyed !== undefined && { unkeyed: readUnkeyed(reading, unkeyed, activeClip ?? project.activeClip) }),
    ...(activeClip !== undefined && { activeClip }),
    poses: poses ? applyListChange(project.poses, poses) : project.poses,
    clips: clips ? applyListChange(project.clips, clips) : project.clips,
    ...sceneAfter({ ...project, ...change.changed }, change),
  };
  const whole = changed.clips.length > 0 ? changed : { ...changed, clips: project.clips };
  const isThere = whole.clips.some(({ id }) => id === whole.activeClip);
  const read = isThere ? whole : { ...whole, activeClip: whole.clips[0]!.id };
  return { project: read, warnings: [...unknownNames(reading), ...reading.warnings] };
}

function readItems<Data extends { readonly id: string }, Item extends { readonly id: string }>(
  change: ListChange<Data>,
  read: (data: Data) => Item | null,
): ListChange<Item> {
  const put = change.put.flatMap(({ item: data, ...place }) => {
    const item = read(data);
    return item ? [{ ...place, item }] : [];
  });
  return { ...change, put };
}
