import { createProject } from '../../../core/document/create-project.ts';
import { readPackedPoses } from '../../../core/document/read-poses.ts';
import { createHistory } from '../../../core/document/history.ts';
import type { PackedPoses } from '../../../core/document/packed-poses.ts';
import type { Project } from '../../../core/document/project.ts';
import { type ProjectData, type ReadProject, projectFromData } from '../../../core/document/serialize.ts';
import { type Step, pastOf } from '../../../core/document/step.ts';
import type { Rig } from '../../../core/humanoid/body/rig.ts';
import type { OpenedCharacter, PartRevisions } from '../../../electron/contract.ts';
import { notify, settleNotice } from '../window/notify.ts';
import { pause } from '../timeline/playback.ts';
import { NO_ACTOR_MARKS, NOTHING_HIDDEN, NOTHING_SELECTED, NO_LIBRARY_SESSION } from '../session-state.ts';
import { plainSettings, rigFromData, rigOfCharacter } from '../scene/rigs.ts';
import { workOnOpened } from '../scene/work-on.ts';
import type { Studio } from '../studio.ts';

/** A project to show, and where it lies. */
interface ShownProject extends Omit<Place, 'saved'> {
  readonly project: ProjectData;
  /** In place of the project's own, where they came packed. */
  readonly poses?: PackedPoses;
  /** How many there are, where not all came along. */
  readonly poseCount?: number;
}

/** Where a project lies, and what is there. */
interface Place {
  /** The characters of its other actors. */
  readonly others?: readonly OpenedCharacter[];
  readonly folder: string | null;
  readonly revisions: PartRevisions | null;
  readonly steps?: readonly Step[];
  /** The project as it lies there. Default: as it is shown. */
  readonly saved?: Project;
}

/** Replaces the document. `opened` is null for a character that has no project yet. Throws when the rig cannot be built. */
export function showDocument(
  studio: Studio,
  character: OpenedCharacter,
  opened: ShownProject | null,
  corrections: Project['rig']['corrections'] = {},
): void {
  if (!opened) return showProject(studio, character, startProject(character, corrections), { folder: null, revisions: null });
  const { project, poses, poseCount = 0, ...place } = opened;
  const read = readProject(character, project, place.revisions, poses);
  showProject(studio, character, read, place, Math.max(0, poseCount - (poses?.items.length ?? 0)));
  workOnOpened(studio, project.workedOn);
}

/** The same with a project that was read; of its poses so many are still `awaited`. */
export function showProject(
  studio: Studio,
  character: OpenedCharacter,
  { rig, project, warnings }: Shown,
  { folder, revisions, steps = [], saved = project, others = [] }: Place,
  awaited = 0,
): void {
  pause(studio);
  settleNotice(studio, 'readOnly');
  settleNotice(studio, 'unkeyed');
  const { session } = studio.getState();
  studio.setState({
    document: {
      identity: {},
      history: createHistory(project, pastOf(project, steps, rig)),
      character,
      others: others.filter(({ hash }) => hash !== character.hash),
      rig,
      folder,
      saved,
      revisions,
      awaitedPoses: awaited,
      waiting: [],
    },
    session: {
      ...session,
      selection: NOTHING_SELECTED,
      alsoSelected: [],
      hidden: NOTHING_HIDDEN,
      actors: NO_ACTOR_MARKS,
      hiddenProps: new Set(),
      through: null,
      playback: { ...session.playback, playing: false, time: beginning(project) },
      // A library of all characters stays in view.
      library: { ...NO_LIBRARY_SESSION, source: session.library.source },
      openingCamera: null,
      clipboard: null,
    },
    transient: { preview: null, feedback: null },
  });
  for (const warning of warnings) notify(studio, 'warning', warning);
}

/** Where the playhead stands in a project that was just opened: at what is not keyed yet. */
function beginning({ unkeyed, activeClip }: Project): number {
  return unkeyed?.clip === activeClip ? unkeyed.time : 0;
}

/** A project, and the rig that it is posed on. */
export interface Shown extends ReadProject {
  readonly rig: Rig;
}

function startProject(character: OpenedCharacter, corrections: Project['rig']['corrections']): Shown {
  const { name, fileName, hash } = character;
  const rig = rigOfCharacter(character.scene, plainSettings(corrections));
  return { rig, project: createProject(rig, { name, fileName, hash }, corrections), warnings: [] };
}

export function readProject(
  character: OpenedCharacter,
  data: ProjectData,
  revisions: PartRevisions | null,
  packed?: PackedPoses,
): Shown {
  const rig = rigFromData(character.scene, data.rig);
  const { project, warnings } = projectFromData(rig, data, revisions);
  if (!packed) return { rig, project, warnings };
  const read = readPackedPoses(rig.skeleton, packed);
  return { rig, project: { ...project, poses: read.poses }, warnings: [...warnings, ...read.warnings] };
}
