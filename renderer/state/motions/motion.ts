import type { Clip } from '../../../core/animation/clip.ts';
import { trimClip } from '../../../core/animation/recut.ts';
import { freeId, takenIds } from '../../../core/document/ids.ts';
import type { Project } from '../../../core/document/project.ts';
import { addClip } from '../../../core/document/edits/clips.ts';
import { savePose } from '../../../core/document/edits/library.ts';
import { buildRig } from '../../../core/humanoid/rigging/build-rig.ts';
import { correctionsOf, type NamedBones } from '../../../core/formats/clips/retarget-profile.ts';
import type { SavedPose } from '../../../core/library/saved-pose.ts';
import { posesToClip } from '../../../core/library/to-clip.ts';
import type { BvhReading } from '../../../core/formats/bvh/bvh-reading.ts';
import type { BroughtMotion, OpenedCharacter, RetargetChoices, SampledPose } from '../../../electron/contract.ts';
import { chooseFile, lastPart, suggestedFolder } from '../window/choose-file.ts';
import { commitEdit } from '../editing.ts';
import { hasGround, overGround } from '../props/on-things.ts';
import { onCharacter, shownLibrary, shownPoses } from '../library/folders/shown-library.ts';
import { isCancelled, notify, settleNotice, tellFailure } from '../window/notify.ts';
import { startJob, type Job, whileOpening } from '../jobs.ts';
import type { MotionSource, OpenMotionFile } from './motion-source.ts';
import { peopleOf, showPeople } from './show-people.ts';
import { withRememberedRest } from './remembered-rests.ts';
import { showStart } from '../timeline/playback.ts';
import { openDialogAbout, whileWorking } from '../session.ts';
import type { Studio } from '../studio.ts';
import type { Viewport } from '../window/viewport.ts';

export const MOTION_EXTENSIONS = ['fbx', 'bvh', 'npz', 'json', 'vrma', 'glb', 'gltf', 'vrm', 'zip'] as const;

/** Whether a path ends like that of a file with motion. */
export function mayHoldMotion(path: string): boolean {
  return MOTION_EXTENSIONS.some((extension) => path.toLowerCase().endsWith(`.${extension}`));
}

/** A motion in the file and on the document's character, for looking at both. */
export interface MotionPreview extends BroughtMotion {
  readonly original: Clip;
}

/** Asks for a file and shows its motions. */
export async function chooseMotion(studio: Studio): Promise<void> {
  const file = await chooseMotionFile(studio, 'Import motion');
  if (file) await openMotion(studio, file.name, file.open);
}

/** A file that can be opened for its motions. */
export interface MotionFile {
  readonly name: string;
  readonly open: OpenMotionFile;
}

export async function chooseMotionFile(studio: Studio, title: string): Promise<MotionFile | null> {
  const path = await chooseFile(studio, 'open', {
    title,
    kind: 'character',
    suggested: suggestedFolder(studio.getState()),
    extensions: MOTION_EXTENSIONS,
  });
  if (path === null) return null;
  return { name: lastPart(path), open: (...parameters) => studio.desktop.call('character.openPath', path, ...parameters) };
}

/** Asks which of the clips in the character's own file are to be put on the timeline, or who gets those of its people; a file without any is told of. */
export async function showOwnMotions(studio: Studio): Promise<void> {
  const { document } = studio.getState();
  if (!document) return;
  // A clip of the character itself is not understood otherwise than the character was.
  const { bvh: _, ...character } = document.character;
  try {
    await showMotions(studio, character, async () => character);
  } catch (error) {
    if (!isCancelled(error))
      tellFailure(studio, 'motion', error, { file: document.character.fileName, failed: 'gave no motion' });
  }
}

/** Opens a file for its motions; a file without any, or one that cannot be read, is refused in a sentence. */
export async function openMotion(studio: Studio, name: string, open: OpenMotionFile): Promise<void> {
  if (!studio.getState().document) return;
  try {
    await showMotions(studio, await whileOpening(studio, name, (job) => open({}, job)), open);
  } catch (error) {
    if (!isCancelled(error)) tellFailure(studio, 'motion', error, { file: name, failed: 'gave no motion' });
  }
}

/**
 * Asks what of a file's motions is to be brought onto the character, or who gets those of its people where it holds several; `open` reads the file again. Rejects with a
 * sentence.
 */
export async function showMotions(studio: Studio, file: OpenedCharacter, open: OpenMotionFile): Promise<void> {
  const source = await whileOpening(studio, file.fileName, (job) => readSource(studio, file, open, {}, job));
  const people = peopleOf(source);
  settleNotice(studio, 'motion');
  if (people.length > 1) return showPeople(studio, people);
  settleNotice(studio, 'opening');
  openDialogAbout(studio, { name: 'motion', source });
}

/** The same BVH file understood otherwise, with the same bones named. Rejects with a sentence. */
export async function readOtherwise(studio: Studio, source: MotionSource, choices: Partial<BvhReading>): Promise<MotionSource> {
  const read = await readSource(studio, await source.open(choices), source.open, choices);
  return withBones(read, source.bones);
}

/** The same file with other nodes as bones. Throws a sentence where it has no such nodes, or what is left is no body. */
export function withBones(source: MotionSource, bones: NamedBones): MotionSource {
  const { scene } = source.character;
  return { ...source, rig: buildRig(scene, { corrections: sourceCorrections(source, bones) }), bones };
}

function sourceCorrections({ character }: MotionSource, bones: NamedBones): ReturnType<typeof correctionsOf> {
  return correctionsOf(`"${character.fileName}"`, character.scene, bones);
}

/** A file read for its motions. Rejects with a sentence where it holds none. */
export async function readSource(
  studio: Studio,
  character: OpenedCharacter,
  open: OpenMotionFile,
  choices: Partial<BvhReading>,
  ...job: [string?]
): Promise<MotionSource> {
  const motions = await studio.desktop.call('motion.list', character.hash, ...job);
  if (motions.length === 0) throw new Error(`"${character.fileName}" holds no motion`);
  const rig = await studio.buildRig(character.scene);
  return { character: withRememberedRest(studio, character, rig), rig, motions, choices, bones: {}, open };
}

/** Brings one motion onto the document's character. `onProgress` hears 0 to 1; the result is refused with a sentence. */
export function retargetMotion(
  studio: Studio,
  source: MotionSource,
  index: number,
  options: Omit<RetargetChoices, 'bones'>,
  onProgress: (share: number) => void,
): Job<MotionPreview> {
  return startJob(
    studio,
    async (job) => {
      const { document } = studio.getState();
      if (!document) throw new Error('There is no character to retarget the motion onto: open one first.');
      const { character, rig } = document.history.present;
      const { hash } = source.character;
      const corrections = sourceCorrections(source, source.bones);
      const sourceSettings = { preset: source.rig.preset, corrections, limits: {}, stiffness: {} };
      const [original, retargeted] = await Promise.all([
        studio.desktop.call('motion.read', hash, index, sourceSettings),
        studio.desktop.call('motion.retarget', job, {
          source: { characterHash: hash, index },
          characterHash: character.hash,
          rig,
          options: { ...options, ...knownOf(source), ...(Object.keys(source.bones).length > 0 && { bones: source.bones }) },
        }),
      ]);
      // Side by side both begin at the same moment.
      const second = 1 / (source.motions[index]?.fps ?? original.fps);
      return { ...retargeted, original: retargeted.leavesFirst ? trimClip(original, second, original.duration) : original };
    },
    onProgress,
  );
}

export function knownOf({ character: { restOfTakes } }: MotionSource): Pick<RetargetChoices, 'known'> {
  return restOfTakes ? { known: restOfTakes } : {};
}

/** Puts a motion that was brought onto the character on the timeline; where it `walks`, over the things that feet stand on. */
export function keepRetargeted(studio: Studio, clip: Clip, walks: boolean): void {
  const state = studio.getState();
  const { document } = state;
  if (!document) return;
  const kept = walks && hasGround(state) ? overGround(state, document, clip) : clip;
  keepClip(studio, kept, `Retarget “${clip.name}” onto ${document.history.present.character.name}`);
}

/** Puts a clip on the timeline as one undoable step; `also` changes in that step what goes along with it. Returns the id that it has there; null without a document. */
export function keepClip(
  studio: Studio,
  clip: Clip,
  label: string,
  also: (project: Project) => Project = (project) => project,
): string | null {
  const { document } = studio.getState();
  if (!document) return null;
  const id = freeId(clip.id, takenIds('clips', document.history.present.clips, document.revisions));
  commitEdit(studio, label, (project) => also(addClip(project, { ...clip, id })));
  showStart(studio);
  return id;
}

/** One clip with every pose of the library that is shown as a key, a second apart. */
export async function libraryToClip(studio: Studio): Promise<void> {
  const state = studio.getState();
  const { document } = state;
  if (!document) return;
  const poses = shownPoses(state);
  if (poses.length === 0) {
    notify(studio, 'info', 'The pose library is empty: save poses first.');
    return;
  }
  const label = 'Make a clip of the pose library';
  const stop = { isWanted: false };
  const brought: SavedPose[] = [];
  const bring = async (onProgress: (share: number) => void) => {
    for (const saved of poses) {
      if (stop.isWanted) return;
      brought.push(onCharacter(state, saved));
      if (shownLibrary(state) === null) continue;
      onProgress(brought.length / poses.length);
      await new Promise((resolve) => setTimeout(resolve));
    }
  };
  await whileWorking(studio, label, bring, () => {
    stop.isWanted = true;
  });
  if (stop.isWanted || studio.getState().document?.rig !== document.rig) return;
  keepClip(studio, posesToClip(document.rig.skeleton, brought), label);
}

/** Adds the poses of a motion that differ from each other to the library, with pictures, as one undoable step. */
export async function addPosesOf(studio: Studio, source: MotionSource, index: number, viewport: Viewport | null): Promise<void> {
  const { document } = studio.getState();
  if (!document) return;
  const { character, rig } = document.history.present;
  const name = source.motions[index]?.name ?? source.character.name;
  let tell: (share: number) => void = () => undefined;
  const job = startJob<readonly SampledPose[]>(
    studio,
    (started) =>
      studio.desktop.call('motion.samplePoses', started, {
        sources: [{ characterHash: source.character.hash, index, name, ...knownOf(source) }],
        characterHash: character.hash,
        rig,
      }),
    (share) => tell(share),
  );
  const find = async (onProgress: (share: number) => void) => {
    tell = onProgress;
    const pictured = [];
    for (const sample of await job.result) {
      const pose = Float64Array.from(sample.pose);
      const thumbnail = (await viewport?.thumbnail(pose, 160)) ?? '';
      pictured.push({ ...sample, pose, thumbnail, isFavourite: false });
    }
    return pictured;
  };
  try {
    const poses = await whileWorking(studio, 'Looking for different poses', find, job.cancel);
    commitEdit(studio, `Add ${countOf(poses.length)} of “${name}”`, (project) =>
      poses.reduce((changed, pose) => savePose(changed, pose), project),
    );
    settleNotice(studio, 'motion');
    notify(studio, 'info', `${countOf(poses.length)} of “${name}” ${poses.length === 1 ? 'is' : 'are'} in the library now.`);
  } catch (error) {
    if (!isCancelled(error)) tellFailure(studio, 'motion', error, { file: source.character.fileName, failed: 'gave no poses' });
  }
}

function countOf(poses: number): string {
  return poses === 1 ? '1 pose' : `${poses} poses`;
}
