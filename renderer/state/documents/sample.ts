import { createHistory } from '../../../core/document/history.ts';
import { savePose } from '../../../core/document/edits/library.ts';
import { activeClip, addClip, deleteClip, setActiveClip } from '../../../core/document/edits/clips.ts';
import type { Project } from '../../../core/document/project.ts';
import { ROOT_TRACK, type Clip, type Interpolation } from '../../../core/animation/clip.ts';
import type { HumanoidBone } from '../../../core/humanoid/body/bones.ts';
import type { Rig } from '../../../core/humanoid/body/rig.ts';
import { newDocument } from './show-character.ts';
import { attempting, notify } from '../window/notify.ts';
import { starterPosesFor } from '../library/starter-library.ts';
import type { Studio } from '../studio.ts';

/** A track of `sample.json`: keys of a bone of the mannequin, or of its root where there is no bone. */
interface SampleTrack {
  readonly bone: HumanoidBone | null;
  readonly interpolation: Interpolation;
  readonly times: readonly number[];
  readonly values: readonly number[];
}

/**
 * A new project with the mannequin, a walk and twenty poses, as yet in no folder: saving asks for one. It is made anew each time, so that what is
 * done to it changes nothing of the program.
 */
export async function openSample(studio: Studio): Promise<void> {
  const { document: before } = studio.getState();
  await newDocument(studio);
  const { document } = studio.getState();
  if (!document || document === before) return;
  await attempting(studio, 'starting', { file: 'Sample', failed: 'was not opened' }, async () => {
    const { default: sample } = await import('../../assets/sample.json', { with: { type: 'json' } });
    const wanted = new Set(sample.poses);
    const poses = (await starterPosesFor(studio, document.rig)).filter(({ id }) => wanted.has(id));
    const walk = walkOf(document.rig, sample.tracks as readonly SampleTrack[], sample);
    const { present } = document.history;
    const withWalk = deleteClip(setActiveClip(addClip(present, walk), walk.id), activeClip(present).id);
    const project: Project = { ...poses.reduce(savePose, withWalk), name: 'Sample' };
    // Meanwhile something else may have been opened.
    if (studio.getState().document?.rig !== document.rig) return;
    studio.setState({ document: { ...document, history: createHistory(project), saved: project } });
    notify(studio, 'info', 'The sample is a project of your own: saving it asks for a folder.');
  });
}

function walkOf(
  rig: Rig,
  tracks: readonly SampleTrack[],
  { duration, fps }: { readonly duration: number; readonly fps: number },
): Clip {
  const spoken = tracks.flatMap(({ bone, ...track }) => {
    const joint = bone === null ? ROOT_TRACK : rig.humanoid[bone];
    return joint === undefined ? [] : [{ joint, ...track }];
  });
  return { id: 'sample-walk', name: 'Walk', duration, fps, loop: true, tracks: spoken };
}
