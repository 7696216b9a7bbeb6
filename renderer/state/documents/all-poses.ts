import { lastPart } from '../window/choose-file.ts';
import type { Entry } from '../../../core/document/history.ts';
import { movePoses } from '../../../core/document/move-to-rig.ts';
import type { Project } from '../../../core/document/project.ts';
import type { Rig } from '../../../core/humanoid/body/rig.ts';
import type { SavedPose } from '../../../core/library/saved-pose.ts';
import type { PartRevisions } from '../../../electron/contract.ts';
import { firstRig } from '../rig/document-rig.ts';
import type { DocumentState } from '../document-state.ts';
import { notify, settleNotice, tellFailure } from '../window/notify.ts';
import type { Studio } from '../studio.ts';
import { readPosesInTurns } from './read-in-turns.ts';

/** Readings that are under way, by their documents. */
const readings = new WeakMap<DocumentState['identity'], Promise<boolean>>();

/**
 * Waits until all poses of the project are here that was opened with the first of them. False where they cannot be read, which is told: then the
 * project must not be saved, because what is saved says how its poses stand.
 */
export function readAllPoses(studio: Studio): Promise<boolean> {
  const { document } = studio.getState();
  if (!document || document.folder === null || document.awaitedPoses === 0) return Promise.resolve(true);
  const known = readings.get(document.identity);
  if (known) return known;
  const reading = read(studio, document, document.folder).finally(() => readings.delete(document.identity));
  readings.set(document.identity, reading);
  return reading;
}

async function read(studio: Studio, opened: DocumentState, folder: string): Promise<boolean> {
  const rig = firstRig(opened);
  const isOpen = () => studio.getState().document?.identity === opened.identity;
  try {
    const { poses: packed, revisions, warnings } = await studio.desktop.call('project.poses', folder);
    const { poses, warnings: more } = await readPosesInTurns(rig.skeleton, packed);
    const { document } = studio.getState();
    if (!document || !isOpen()) return true;
    studio.setState({ document: withAllPoses(document, rig, poses, revisions) });
    settleNotice(studio, 'poses');
    for (const warning of [...warnings, ...more]) notify(studio, 'warning', warning);
    return true;
  } catch (error) {
    if (isOpen()) tellFailure(studio, 'poses', error, { file: lastPart(folder), failed: 'has poses that cannot be read' });
    return false;
  }
}

/** The document with all poses in every step of its history, so that no undo takes them back; what was done to the first ones stays. */
function withAllPoses(document: DocumentState, rig: Rig, poses: readonly SavedPose[], revisions: PartRevisions): DocumentState {
  const { saved, history } = document;
  const first = new Set(saved.poses.map(({ id }) => id));
  const onRigs = new Map<Rig, readonly SavedPose[]>([[rig, poses]]);
  const lists = new Map<readonly SavedPose[], readonly SavedPose[]>();
  const projects = new Map<Project, Project>();
  const onRigOf = (project: Project): readonly SavedPose[] => {
    const asked = firstRig(document, project);
    const known = onRigs.get(asked);
    if (known) return known;
    const moved = movePoses(poses, rig, asked);
    onRigs.set(asked, moved);
    return moved;
  };
  const whole = (project: Project): Project => {
    const known = projects.get(project);
    if (known) return known;
    const list = lists.get(project.poses) ?? joined(project.poses, onRigOf(project), first);
    lists.set(project.poses, list);
    const result = { ...project, poses: list };
    projects.set(project, result);
    return result;
  };
  const wholeEntry = (entry: Entry): Entry => ({ ...entry, project: whole(entry.project) });
  return {
    ...document,
    history: { past: history.past.map(wholeEntry), present: whole(history.present), future: history.future.map(wholeEntry) },
    saved: whole(saved),
    revisions: { ...revisions, ...document.revisions },
    awaitedPoses: 0,
  };
}

/** `own` and those of `all` that are not among the `first` ones, in the order of all; what is new stands last. */
function joined(own: readonly SavedPose[], all: readonly SavedPose[], first: ReadonlySet<string>): readonly SavedPose[] {
  const mine = new Map(own.map((saved) => [saved.id, saved]));
  const known = new Set(all.map(({ id }) => id));
  const both = all.flatMap((saved) => mine.get(saved.id) ?? (first.has(saved.id) ? [] : saved));
  return [...both, ...own.filter(({ id }) => !known.has(id))];
}
