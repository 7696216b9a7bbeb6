import { activeClip } from '../../../core/document/edits/clips.ts';
import { changeReference, WHOLE_VIEW, withReference } from '../../../core/document/edits/references.ts';
import { MOST_PICTURES } from '../../../core/document/files-beside.ts';
import type { MediaFile, ReferenceData } from '../../../core/document/project-data.ts';
import type { Project } from '../../../core/document/project.ts';
import type { PictureOfView } from '../../../electron/contract.ts';
import { chooseFiles } from '../../reading/choose-files.ts';
import type { Frames } from '../../reading/frames.ts';
import { isFilm, openFilm, openPictures } from '../../reading/open-frames.ts';
import { isPicture, openPicture, PICTURE_TYPES } from '../../reading/picture-file.ts';
import { commitEdit } from '../editing.ts';
import { whileWorking } from '../session.ts';
import type { Studio, StudioState } from '../studio.ts';
import { frameAt } from '../timeline/clips.ts';
import { notify, settleNotice, tellFailure } from '../window/notify.ts';
import { keepFrames } from './reference-frames.ts';
import { decodeBase64 } from '../../../core/formats/text/base64.ts';

/** What of a reference is set beside what it shows. */
export type ReferencePlace = Pick<ReferenceData, 'opacity' | 'size' | 'offset'>;

/** To the left of the character, as it is. */
const BESIDE: ReferencePlace = { opacity: 1, size: 0.6, offset: [-0.45, 0.1] };

/** The reference as it is seen, also while it is being changed; null where there is none. */
export function referenceOf({ document, transient }: StudioState): ReferenceData | null {
  return transient.reference ?? document?.history.present.reference ?? null;
}

/** Whether the reference has more than one frame: a film, or pictures that follow each other. */
export function isMoving({ files }: ReferenceData): boolean {
  return files.length > 1 || isFilm(files[0]!.fileName);
}

/** Whether a dropped file can be posed by. */
export function isReferenceFile(name: string): boolean {
  return isPicture(name) || isFilm(name);
}

/** Asks for a picture, a film or pictures that follow each other, and shows it behind the character. */
export async function chooseReference(studio: Studio): Promise<void> {
  const files = await chooseFiles(`${PICTURE_TYPES}, video/*`, { several: true });
  if (files.length > 0) await showReference(studio, files);
}

/**
 * Shows a picture, a film or several pictures in the order of their names, in the place of the reference before, or `as` is told. What moves begins at the playhead. False
 * where a file cannot be read, which is told.
 */
export async function showReference(
  studio: Studio,
  given: readonly File[],
  as: Partial<ReferencePlace & Pick<ReferenceData, 'isShown'>> = {},
): Promise<boolean> {
  const { document } = studio.getState();
  if (!document) return false;
  const files = given.toSorted((a, b) => a.name.localeCompare(b.name, 'en', { numeric: true }));
  const name = files.length === 1 ? files[0]!.name : `${files.length} pictures`;
  let read = name;
  try {
    const work = async (onProgress: (share: number) => void) => {
      const frames = await openFiles(files, (file, share) => {
        read = file;
        onProgress(share / 2);
      });
      const kept: MediaFile[] = [];
      for (const file of files) {
        read = file.name;
        kept.push({
          fileName: file.name,
          hash: await studio.desktop.call('media.keep', new Uint8Array(await file.arrayBuffer())),
        });
        onProgress((1 + kept.length / files.length) / 2);
      }
      return { frames, kept };
    };
    const { frames, kept } = await whileWorking(studio, `Reading ${name}`, work, () => {});
    if (studio.getState().document?.identity !== document.identity) return false;
    keepFrames(studio, kept, frames);
    show(studio, name, kept, as);
    settleNotice(studio, 'opening');
    return true;
  } catch (error) {
    tellFailure(studio, 'opening', error, { file: read, failed: 'was not shown' });
    return false;
  }
}

/** Makes the picture that a project has from when pictures were kept with how it was seen its reference, where it has none. */
export async function takeOverPicture(studio: Studio, { name, picture, ...as }: PictureOfView): Promise<void> {
  if (referenceOf(studio.getState())) return;
  const bytes = decodeBase64(picture.slice(picture.indexOf(',') + 1));
  await showReference(studio, [new File([bytes], name)], as);
}

/** Reads all files, so that none is kept that cannot be shown; `reading` hears of each before it is read. */
async function openFiles(files: readonly File[], reading: (file: string, share: number) => void): Promise<Frames> {
  if (files.length === 1 && isFilm(files[0]!.name)) return openFilm(files[0]!);
  if (files.length > MOST_PICTURES)
    throw new Error(`these are more than the ${MOST_PICTURES} pictures that can follow each other`);
  for (const [i, file] of files.entries()) {
    reading(file.name, i / files.length);
    if (isFilm(file.name)) throw new Error('a film is shown by itself: select one film, or pictures only');
    (await openPicture(file)).close();
  }
  return openPictures(files.map((file) => async () => file));
}

function show(studio: Studio, name: string, files: readonly MediaFile[], as: Partial<ReferenceData>): void {
  const { document, session } = studio.getState();
  if (!document) return;
  const clip = activeClip(document.history.present);
  const at = frameAt(clip, session.playback.time) / clip.fps;
  commitEdit(studio, `Show ${name}`, (project) => withReference(project, { name, files, at }, as));
}

export function toggleReference(studio: Studio): void {
  const reference = referenceOf(studio.getState());
  if (reference) change(studio, reference.isShown ? 'Hide the reference' : 'Show the reference', { isShown: !reference.isShown });
}

/** Shows the reference with some of it changed, while that is dragged; null ends it. */
export function previewReference(studio: Studio, part: Partial<ReferencePlace> | null): void {
  const { reference: _, ...transient } = studio.getState().transient;
  const present = studio.getState().document?.history.present.reference;
  studio.setState({ transient: part && present ? { ...transient, reference: { ...present, ...part } } : transient });
}

export function placeReference(studio: Studio, place: Partial<ReferencePlace>): void {
  previewReference(studio, null);
  change(studio, 'opacity' in place ? 'Opacity of the reference' : 'Place the reference', place);
}

/** Sets when the first frame of the reference shows, how fast it goes, or how many of its pictures a second. */
export function timeReference(studio: Studio, timing: Partial<Pick<ReferenceData, 'at' | 'speed' | 'fps'>>): void {
  change(studio, 'at' in timing ? 'Move the reference' : 'Speed of the reference', timing);
}

/** Lets the reference begin at the playhead. */
export function beginReferenceHere(studio: Studio): void {
  const { document, session } = studio.getState();
  if (!document) return;
  const clip = activeClip(document.history.present);
  timeReference(studio, { at: frameAt(clip, session.playback.time) / clip.fps });
}

/** The project with its reference beside the character to be compared with it, unless it was placed already. */
export function laidBeside(project: Project): Project {
  const { reference } = project;
  if (!reference) return project;
  const { opacity, size, offset } = reference;
  const isPlaced = opacity !== WHOLE_VIEW.opacity || size !== WHOLE_VIEW.size || String(offset) !== String(WHOLE_VIEW.offset);
  return isPlaced ? project : { ...project, reference: { ...reference, ...BESIDE } };
}

export function removeReference(studio: Studio): void {
  const reference = referenceOf(studio.getState());
  if (!reference) return;
  commitEdit(studio, `Remove ${reference.name}`, (project) => ({ ...project, reference: null }));
  notify(studio, 'info', 'The reference was removed.', 'edit.undo');
}

function change(studio: Studio, label: string, part: Partial<ReferenceData>): void {
  commitEdit(studio, label, (project) => changeReference(project, part));
}
