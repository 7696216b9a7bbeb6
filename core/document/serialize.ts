import { checkRig } from '../humanoid/body/check-rig.ts';
import type { Rig } from '../humanoid/body/rig.ts';
import { isSamePlace, ORIGIN } from '../math/place.ts';
import { checkProject } from './check-project.ts';
import { jointKeys } from './joint-keys.ts';
import { filledLists, SCENE_KINDS } from './list-kinds.ts';
import { PROJECT_VERSION, type ActorPlace, type ProjectData } from './project-data.ts';
import { FIRST_ACTOR, type Project } from './project.ts';
import { clipToData, rigToData, savedPoseToData, unkeyedToData } from './serialize-parts.ts';
import { writtenScene } from './written-scene.ts';

export type { ProjectData } from './project-data.ts';
export { projectFromData, type ReadProject } from './deserialize.ts';

/**
 * The project as plain JSON; `rig` is the rig that its joint indices speak of, that of the actor that is worked on, and `poses` that of the first actor, which the
 * poses of the library speak of.
 */
export function projectToData(rig: Rig, project: Project, poses: Rig = rig): ProjectData {
  checkRig(rig);
  checkProject(project, 'the project');
  if (project.workedOn === FIRST_ACTOR) {
    const fields = (Object.keys(project) as (keyof Project)[]).filter((field) => isWorthAWord(project, field));
    return { version: PROJECT_VERSION, ...(projectFields(project, rig, fields) as Omit<ProjectData, 'version'>) };
  }
  const { place, ...scene } = writtenScene(project, rig);
  const { name, solver, activeClip, workedOn } = project;
  const { props, sounds, cameras, reference } = project;
  const keys = jointKeys(poses.skeleton);
  return {
    version: PROJECT_VERSION,
    name,
    ...scene,
    ...(isToldOf(place) && { place }),
    ...filledLists({ props, sounds, cameras }),
    solver,
    activeClip,
    workedOn,
    reference,
    poses: project.poses.map((saved) => savedPoseToData(poses.skeleton, saved, keys)),
  };
}

/** Nothing is said of a scene where there is but one actor, who stands at the origin. */
function isWorthAWord(project: Project, field: keyof Project): boolean {
  if (field === 'workedOn') return false;
  if (field === 'place') return isToldOf(project.place);
  return !SCENE_KINDS.some((kind) => kind === field && project[kind].length === 0);
}

/** Whether something is written of where the first actor stands. */
export function isToldOf(place: ActorPlace): boolean {
  return place.isOut === true || !isSamePlace(place, ORIGIN);
}

/** Some fields of the project as plain JSON. */
export function projectFields(project: Project, rig: Rig, fields: readonly (keyof Project)[]): Partial<ProjectData> {
  const keys = jointKeys(rig.skeleton);
  /** Fields that speak of joints; all others are plain JSON already. */
  const written: { readonly [Field in keyof Project]?: () => ProjectData[Field] } = {
    rig: () => rigToData(project.rig, keys),
    unkeyed: () => unkeyedToData(rig.skeleton, project.unkeyed, keys),
    poses: () => project.poses.map((saved) => savedPoseToData(rig.skeleton, saved, keys)),
    clips: () => project.clips.map((clip) => clipToData(rig.skeleton, clip, keys)),
  };
  return Object.fromEntries(fields.map((field) => [field, written[field] ? written[field]() : project[field]]));
}
