import type { Clip } from '../../core/animation/clip.ts';
import type { RetargetedClip } from '../../core/animation/retarget-clip.ts';
import { addClip } from '../../core/document/edits/clips.ts';
import { savePose } from '../../core/document/edits/library.ts';
import { buildRig } from '../../core/humanoid/build-rig.ts';
import { posesToClip } from '../../core/library/to-clip.ts';
import type { OpenedCharacter, RetargetChoices } from '../../electron/contract.ts';
import { chooseFile, lastPart } from './choose-file.ts';
import { commitEdit, messageOf, notify } from './editing.ts';
import type { MotionSource } from './motion-source.ts';
import { showTime } from './playback.ts';
import { openMotionDialog, whileWorking } from './session.ts';
import type { Studio } from './studio.ts';
import type { Viewport } from '../viewport/contract.ts';

export const MOTION_EXTENSIONS = ['bvh', 'vrma', 'glb', 'gltf', 'vrm'] as const;

/** A motion in the file and on the document's character, for looking at both. */
export interface MotionPreview extends RetargetedClip {
  readonly original: Clip;
}

/** Asks for a file and shows its motions. */
export async function chooseMotion(studio: Studio): Promise<void> {
  const path = await chooseFile(studio, 'open', {
    title: 'Import motion',
    kind: 'character',
    suggested: studio.getState().session.app?.documentsFolder ?? null,
    extensions: MOTION_EXTENSIONS,
  });
  if (path !== null) await openMotion(studio, lastPart(path), () => studio.desktop.call('character.openPath', path));
}

/** Opens a file for its motions; a file without any, or one that cannot be read, is refused in a sentence. */
export async function openMotion(studio: Studio, name: string, open: () => Promise<OpenedCharacter>): Promise<void> {
  if (!studio.getState().document) return;
  try {
    const source = await whileWorking(studio, `Opening ${name}`, async () => {
      const character = await open();
      const motions = await studio.desktop.call('motion.list', character.hash);
      return { character, rig: buildRig(character.scene), motions };
    });
    if (source.motions.length === 0) throw new Error(`"${name}" holds no motion`);
    openMotionDialog(studio, source);
  } catch (error) {
    notify(studio, 'error', messageOf(error));
  }
}

let jobs = 0;

/** A job's name, its progress and the way to end it. */
interface Job {
  readonly name: string;
  readonly cancel: () => void;
}

function startJob(studio: Studio): Job {
  const name = `window ${++jobs}`;
  return { name, cancel: () => void studio.desktop.call('job.cancel', name) };
}

/** Brings one motion onto the document's character. `onProgress` gets 0 to 1; rejects with a sentence, also when cancelled. */
export function retargetMotion(
  studio: Studio,
  source: MotionSource,
  index: number,
  options: RetargetChoices,
  onProgress: (share: number) => void,
): { readonly result: Promise<MotionPreview>; readonly cancel: () => void } {
  const job = startJob(studio);
  return { result: run(), cancel: job.cancel };

  async function run(): Promise<MotionPreview> {
    const { document } = studio.getState();
    if (!document) throw new Error('There is no character to bring the motion onto: open one first.');
    const { character, rig } = document.history.present;
    const stop = studio.desktop.on('job.progress', ({ job: name, progress }) => {
      if (name === job.name) onProgress(progress);
    });
    try {
      const sourceSettings = { preset: source.rig.preset, corrections: {}, limits: {}, stiffness: {} };
      const [original, retargeted] = await Promise.all([
        studio.desktop.call('motion.read', source.character.hash, index, sourceSettings),
        studio.desktop.call('motion.retarget', job.name, {
          source: { characterHash: source.character.hash, index },
          characterHash: character.hash,
          rig,
          options,
        }),
      ]);
      return { ...retargeted, original };
    } finally {
      stop();
    }
  }
}

/** Puts a clip on the timeline as one undoable step. */
export function keepClip(studio: Studio, clip: Clip, label: string): void {
  const { document } = studio.getState();
  if (!document) return;
  const taken = new Set(document.history.present.clips.map(({ id }) => id));
  let id = clip.id;
  for (let number = 2; taken.has(id); number++) id = `${clip.id}-${number}`;
  commitEdit(studio, label, (project) => addClip(project, { ...clip, id }));
  showTime(studio, 0);
}

/** One clip with every saved pose as a key, a second apart. */
export function libraryToClip(studio: Studio): void {
  const { document } = studio.getState();
  if (!document) return;
  const { poses } = document.history.present;
  if (poses.length === 0) {
    notify(studio, 'info', 'The pose library is empty: save poses first.');
    return;
  }
  keepClip(studio, posesToClip(document.rig.skeleton, poses), 'Make a clip of the pose library');
}

/** Adds the poses of a motion that differ from each other to the library, with pictures. */
export async function addPosesOf(studio: Studio, source: MotionSource, index: number, viewport: Viewport | null): Promise<void> {
  const { document } = studio.getState();
  if (!document) return;
  const job = startJob(studio);
  const { character, rig } = document.history.present;
  try {
    const poses = await whileWorking(studio, 'Looking for different poses', async () => {
      const sampled = await studio.desktop.call('motion.samplePoses', job.name, {
        sources: [{ characterHash: source.character.hash, index }],
        characterHash: character.hash,
        rig,
      });
      const pictured = [];
      for (const sample of sampled) {
        const pose = Float64Array.from(sample.pose);
        pictured.push({ ...sample, pose, thumbnail: (await viewport?.thumbnail(pose, 160)) ?? '' });
      }
      return pictured;
    });
    commitEdit(studio, `Add ${poses.length} poses of “${source.motions[index]?.name ?? 'motion'}”`, (project) =>
      poses.reduce((changed, pose) => savePose(changed, pose), project),
    );
    notify(studio, 'info', `${poses.length} poses were added to the library.`);
  } catch (error) {
    notify(studio, 'error', messageOf(error));
  }
}
