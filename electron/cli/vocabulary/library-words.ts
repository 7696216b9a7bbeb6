import { z } from 'zod';
import { deletePose, savePose } from '../../../core/document/edits/library.ts';
import { applySavedPose, capturePose } from '../../../core/library/apply.ts';
import { tidyFolder } from '../../../core/library/folders.ts';
import type { SavedPose } from '../../../core/library/saved-pose.ts';
import { searchPoses } from '../../../core/library/search-poses.ts';
import { nearestSeeds } from '../../../core/library/seeds.ts';
import { suggestNames } from '../../../core/math/near-names.ts';
import { clampPose } from '../../../core/skeleton/limit-state.ts';
import type { Vec3 } from '../../../core/math/vec3.ts';
import { loadLibrary } from '../load-library.ts';
import { preparePose } from '../pose-goals.ts';
import { bodyName, point, poseIn, rounded, stepAnswer, stepIn } from './facts.ts';
import { newId } from './new-id.ts';
import { forLibrary, posesFor, shownIn, type OpenDocument } from './open-document.ts';
import type { Session } from './session.ts';
import { ownSpace } from './pose-by-goals.ts';
import { word } from './word.ts';

const library = z
  .string()
  .min(1)
  .max(4096)
  .describe('folder of a library or of another project; default: the library of the project that is open')
  .exactOptional();
const pose = z.string().min(1).max(1000).describe('id or name of a saved pose');

export const LIBRARY_WORDS = {
  searchPoses: word({
    title: 'Search the pose library',
    description: 'Finds saved poses by words of their names, tags and folders, or by where they put hands, feet and other bones.',
    effect: 'reads',
    given: {
      text: z.string().max(1000).describe('all of its words must be found; empty: all poses').exactOptional(),
      near: z.record(bodyName, point).describe('poses that put these there come first').exactOptional(),
      most: z.number().int().min(1).max(1000).describe('default: 20').exactOptional(),
      library,
    },
    answer: z.object({
      found: z.number(),
      poses: z.array(
        z.object({
          id: z.string(),
          name: z.string(),
          folder: z.string(),
          tags: z.array(z.string()),
          favourite: z.boolean(),
          millimetres: z.number().describe('with near: how far it is from what was asked').optional(),
        }),
      ),
    }),
    run: async (session, { text = '', near = {}, most = 20, library: folder }) => {
      const document = await session.present();
      const { rig, project } = document;
      const found = searchPoses(await posesOf(session, document, folder), text);
      const goals = Object.entries(ownSpace(document, { goals: near }).goals).map(([name, target]) => ({
        name,
        target: target as Vec3,
      }));
      if (goals.length === 0) return { found: found.length, poses: found.slice(0, most).map(factsOf) };
      const shown = shownIn(document);
      const asked = { start: shown, goals, poles: [], pins: [], settings: project.solver, options: {} };
      const { request } = preparePose(rig, asked);
      const nearest = nearestSeeds(rig.skeleton, found, request.goals, shown, most);
      const poses = nearest.map(({ id, distance }) => ({
        ...factsOf(found.find((each) => each.id === id)!),
        millimetres: rounded(1000 * distance),
      }));
      return { found: found.length, poses };
    },
  }),
  applyPose: word({
    title: 'Apply a saved pose',
    description: 'Takes over a saved pose, or goes part of the way to it: only the joints that it speaks of move.',
    effect: 'changes',
    given: {
      pose,
      amount: z
        .number()
        .min(-2)
        .max(2)
        .describe('0: not at all, 1: in full (default); beyond, exaggerated inside the limits')
        .exactOptional(),
      library,
    },
    answer: z.object(stepAnswer),
    run: async (session, { pose: name, amount = 1, library: folder }) => {
      const document = await session.present();
      const saved = savedPoseOf(await posesOf(session, document, folder), name);
      const label = amount === 1 ? `Apply “${saved.name}”` : `Blend ${Math.round(100 * amount)} % of “${saved.name}”`;
      return poseIn(session, label, (shown) => {
        const applied = applySavedPose(shown, saved, amount);
        return amount >= 0 && amount <= 1 ? applied : clampPose(document.rig.skeleton, applied).pose;
      });
    },
  }),
  savePose: word({
    title: 'Save the pose',
    description: 'Keeps the pose on screen in the library of the project.',
    effect: 'changes',
    given: {
      name: z.string().trim().min(1).max(200),
      folder: z.string().max(200).describe('names with / between them; default: the top').exactOptional(),
      tags: z.array(z.string().trim().min(1).max(200)).max(100).exactOptional(),
    },
    answer: z.object({ ...stepAnswer, id: z.string() }),
    run: async (session, { name, folder = '', tags = [] }) => {
      const document = await session.present();
      const { rig } = document;
      const id = newId(document, 'poses', 'pose', name);
      const saved = capturePose(rig.skeleton, shownIn(document), {
        id,
        name,
        tags: [...new Set(tags)],
        folder: tidyFolder(folder),
      });
      const kept = forLibrary(document, saved);
      return { ...(await stepIn(session, `Save pose “${name}”`, (before) => savePose(before, kept))), id };
    },
  }),
  deletePose: word({
    title: 'Delete a saved pose',
    description: 'Removes a pose from the library of the project.',
    effect: 'changes',
    given: { pose },
    answer: z.object(stepAnswer),
    run: async (session, { pose: name }) => {
      const saved = savedPoseOf((await session.present()).project.poses, name);
      return stepIn(session, `Delete pose “${saved.name}”`, (project) => deletePose(project, saved.id));
    },
  }),
} as const;

function factsOf({ id, name, folder, tags, isFavourite }: SavedPose) {
  return { id, name, folder, tags: [...tags], favourite: isFavourite };
}

/** The poses of the open project, or those of a folder as its character takes them. */
async function posesOf(session: Session, document: OpenDocument, folder?: string): Promise<readonly SavedPose[]> {
  const { rig, project } = document;
  return folder === undefined ? posesFor(document) : loadLibrary(session.pathOf(folder), { rig, hash: project.character.hash });
}

function savedPoseOf(poses: readonly SavedPose[], name: string): SavedPose {
  const found = poses.find(({ id }) => id === name) ?? poses.find((each) => each.name === name);
  if (found) return found;
  if (poses.length === 0) throw new Error('the library holds no poses');
  const names = poses.map((each) => each.name);
  throw new Error(`the library holds no pose "${name}"${suggestNames(names, name)}`);
}
