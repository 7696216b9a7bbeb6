import type { OpenedCharacter } from '../../../electron/contract.ts';
import type { DroppedFile } from '../../reading/dropped-files.ts';
import { packFiles } from '../../reading/pack-files.ts';
import { lastPart } from '../window/choose-file.ts';
import { whileOpening } from '../jobs.ts';
import type { OpenMotionFile } from '../motions/motion-source.ts';
import { openPeople } from '../motions/captured-people.ts';
import { MOST_PEOPLE } from '../motions/show-people.ts';
import { mayHoldMotion, showMotions, type MotionFile } from '../motions/motion.ts';
import { isCancelled, notify, settleNotice, tellFailure } from '../window/notify.ts';
import { addFile, isThing } from '../props/add-file.ts';
import { askArrival } from '../saving/saving.ts';
import { isMoving, isReferenceFile, referenceOf, showReference } from '../reference/edit-reference.ts';
import { addSoundFile, isSoundFile } from '../sound/edit-sounds.ts';
import { ask } from '../session.ts';
import type { Studio } from '../studio.ts';
import { PROJECT_FILE, VRM_ANIMATION, isCharacterFile } from './file-kinds.ts';
import { openPath } from './open-path.ts';
import { receiveCharacter } from './show-character.ts';

/** A frame of landmarks, which come as a file each. */
const FRAME = /\.json$/i;

/** Files that may lie beside the one that refers to them: pictures and buffers. */
const REFERS_TO_OTHERS = /\.(gltf|fbx)$/i;

/**
 * Opens what was dropped onto the window: a project, or the only character or motion among the files, with what it refers to; of several the user
 * chooses one, or has all as people captured together.
 */
export async function openDropped(studio: Studio, files: readonly DroppedFile[]): Promise<void> {
  if (files.length > 0 && files.every(({ file }) => isReferenceFile(file.name)) && studio.getState().document)
    return showToPoseBy(
      studio,
      files.map(({ file }) => file),
    );
  if (files.length > 0 && files.every(({ file }) => isSoundFile(file.name)) && studio.getState().document) {
    for (const { file } of files) await addSoundFile(studio, file);
    return;
  }
  const whole = files.length === 1 ? files[0] : files.find(({ file }) => PROJECT_FILE.test(file.name));
  if (whole) return openDroppedFile(studio, whole.file);
  if (files.length > 1 && files.every(({ file }) => FRAME.test(file.name))) {
    const { name, open } = packed(studio, files[0]!, files);
    return openForShow(studio, name, open);
  }
  const openable = files.filter(({ file }) => isCharacterFile(file.name) || VRM_ANIMATION.test(file.name));
  if (openable.length === 0) {
    const count = files.length === 0 ? 'Nothing that was dropped' : `None of the ${files.length} files that were dropped`;
    notify(
      studio,
      'warning',
      `${count} is a character or a motion. Drop GLB, glTF, VRM, VRMA, FBX or BVH files, landmarks (JSON), SMPL motion (npz), or a zip archive.`,
    );
    return;
  }
  const paths = openable.map(({ path }) => path);
  const together = studio.getState().document !== null && paths.length <= MOST_PEOPLE && paths.every(mayHoldMotion);
  const answers =
    paths.length === 1 ? paths : await ask<readonly string[]>(studio, (answer) => ({ name: 'dropped', paths, together, answer }));
  const chosen = openable.filter(({ path }) => answers.includes(path));
  const others = files.filter((each) => !openable.includes(each));
  const opened = chosen.map((each) => openerOf(studio, each, others));
  if (opened.length > 1) return openPeople(studio, opened);
  if (opened[0]) await openForShow(studio, opened[0].name, opened[0].open);
}

/** How a file is opened: by its path or bytes, or with the others that it may need. */
function openerOf(studio: Studio, chosen: DroppedFile, others: readonly DroppedFile[]): MotionFile {
  const isAlone = others.length === 0 || !REFERS_TO_OTHERS.test(chosen.path) || studio.desktop.pathOf(chosen.file) !== null;
  if (!isAlone) return packed(studio, chosen, [chosen, ...others]);
  return { name: chosen.file.name, open: (...parameters) => openBytesOrPath(studio, chosen.file, ...parameters) };
}

/** Shows what can be posed by, and offers the pose of who is on a picture. */
async function showToPoseBy(studio: Studio, files: readonly File[]): Promise<void> {
  if (!(await showReference(studio, files))) return;
  const reference = referenceOf(studio.getState());
  if (reference && isMoving(reference))
    notify(
      studio,
      'info',
      `${reference.files.length > 1 ? 'The pictures go' : 'The film goes'} along with the playhead.`,
      'clip.fromFilm',
    );
  else notify(studio, 'info', 'The picture is shown to pose by.', 'pose.fromPicture');
}

/** Files of which one needs the others, or that are the frames of one motion. */
function packed(studio: Studio, chosen: DroppedFile, files: readonly DroppedFile[]): MotionFile {
  const name = lastPart(chosen.path);
  const bytes = packFiles(files);
  return {
    name,
    open: async (...parameters) => studio.desktop.call('character.openBytes', `${name}.zip`, await bytes, ...parameters),
  };
}

/**
 * Opens a file that was dropped onto the window. One that holds only motion is for the character on screen, which it never replaces: what is
 * brought of it is asked in a dialog. One that no bones move is a thing, which comes into the scene. Any other is another character or project.
 */
export async function openDroppedFile(studio: Studio, file: File): Promise<void> {
  const path = studio.desktop.pathOf(file);
  if (PROJECT_FILE.test(file.name) && path === null) {
    notify(studio, 'warning', 'A browser does not tell where a dropped file lies: open the project from the File menu.');
    return;
  }
  if (path !== null && !isCharacterFile(file.name) && !VRM_ANIMATION.test(file.name)) return openPath(studio, path);
  await openForShow(studio, file.name, (...parameters) => openBytesOrPath(studio, file, ...parameters));
}

/** Opens a file, and shows the character or asks what is brought of its motions. */
async function openForShow(studio: Studio, name: string, open: OpenMotionFile): Promise<void> {
  try {
    const opened = await whileOpening(studio, name, (job) => open({}, job));
    if (opened.isMotionOnly && studio.getState().document) return await showMotions(studio, opened, open);
    if (studio.getState().document && (await isThing(studio, opened))) return addFile(studio, opened);
    const arrival = await askArrival(studio, name);
    if (arrival === null) return;
    await receiveCharacter(studio, opened, arrival);
    settleNotice(studio, 'opening');
  } catch (error) {
    if (!isCancelled(error)) tellFailure(studio, 'opening', error, { file: name, failed: 'was not opened' });
  }
}

async function openBytesOrPath(studio: Studio, file: File, ...parameters: Parameters<OpenMotionFile>): Promise<OpenedCharacter> {
  const path = studio.desktop.pathOf(file);
  return path === null
    ? studio.desktop.call('character.openBytes', file.name, new Uint8Array(await file.arrayBuffer()), ...parameters)
    : studio.desktop.call('character.openPath', path, ...parameters);
}
