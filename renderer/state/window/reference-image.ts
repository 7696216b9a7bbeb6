import type { ReferenceImage } from '../../../electron/contract.ts';
import { choosePicture, isPicture, readPicture } from '../../reading/picture-file.ts';
import { notify, settleNotice, tellFailure } from './notify.ts';
import type { Studio, StudioState } from '../studio.ts';

/** What of a reference image is set beside it. */
export type ReferencePlace = Pick<ReferenceImage, 'opacity' | 'size' | 'offset'>;

/** As high as the view, in its middle, half faded. */
const WHOLE_VIEW: ReferencePlace = { opacity: 0.5, size: 1, offset: [0, 0] };

/** To the left of the character, as it is. */
const BESIDE: ReferencePlace = { opacity: 1, size: 0.6, offset: [-0.45, 0.1] };

export function referenceOf({ session }: StudioState): ReferenceImage | null {
  return session.reference;
}

/** Whether a dropped file is a picture to pose by. */
export const isReferenceFile = isPicture;

/** Asks for a picture and shows it behind the character. */
export async function chooseReference(studio: Studio): Promise<void> {
  const file = await choosePicture();
  if (file) await showReference(studio, file);
}

/** Shows a picture behind the character, in the place of the one before it; false where it cannot be read, which is told. */
export async function showReference(studio: Studio, file: File): Promise<boolean> {
  try {
    const picture = await readPicture(file);
    const present = referenceOf(studio.getState());
    setReference(studio, { ...WHOLE_VIEW, ...present, name: file.name, picture, isShown: true });
    settleNotice(studio, 'opening');
    return true;
  } catch (error) {
    tellFailure(studio, 'opening', error, { file: file.name, failed: 'was not shown' });
    return false;
  }
}

export function toggleReference(studio: Studio): void {
  const reference = referenceOf(studio.getState());
  if (reference) setReference(studio, { ...reference, isShown: !reference.isShown });
}

export function placeReference(studio: Studio, place: Partial<ReferencePlace>): void {
  const reference = referenceOf(studio.getState());
  if (reference) setReference(studio, { ...reference, ...place });
}

/** Lays the picture beside the character to be compared with it, unless it was placed already. */
export function layBeside(studio: Studio): void {
  const reference = referenceOf(studio.getState());
  if (!reference) return;
  const { opacity, size, offset } = reference;
  const isPlaced = opacity !== WHOLE_VIEW.opacity || size !== WHOLE_VIEW.size || String(offset) !== String(WHOLE_VIEW.offset);
  if (!isPlaced) placeReference(studio, BESIDE);
}

/** Takes the picture away and says how it comes back: it is part of the view, and no step of the history. */
export function removeReference(studio: Studio): void {
  const reference = referenceOf(studio.getState());
  if (!reference) return;
  setReference(studio, null, reference);
  notify(studio, 'info', 'The reference image was removed. It is no part of Undo', 'view.reference.bringBack');
}

export function bringReferenceBack(studio: Studio): void {
  const { removedReference } = studio.getState().session;
  if (removedReference) setReference(studio, removedReference);
}

function setReference(studio: Studio, reference: ReferenceImage | null, removedReference: ReferenceImage | null = null): void {
  studio.setState({ session: { ...studio.getState().session, reference, removedReference } });
}
