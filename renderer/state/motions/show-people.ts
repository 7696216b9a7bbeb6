import { peopleInFile } from '../../../core/formats/clips/people-in-file.ts';
import { prepareRig } from '../scene/prepare-rigs.ts';
import { plainSettings } from '../scene/rigs.ts';
import { openDialogAbout } from '../session.ts';
import type { Studio } from '../studio.ts';
import { notify, settleNotice } from '../window/notify.ts';
import type { MotionSource } from './motion-source.ts';

/** People of one capture that are retargeted together. */
export const MOST_PEOPLE = 8;

/** A file of several people as the motions of each of them. */
export function peopleOf(source: MotionSource): readonly MotionSource[] {
  const { people = 1 } = source.motions[0] ?? {};
  return people === 1 ? [source] : Array.from({ length: people }, (_, person) => ({ ...source, person }));
}

/** Asks who gets the motions of people who were captured together. */
export async function showPeople(studio: Studio, people: readonly MotionSource[]): Promise<void> {
  const mannequin = await studio.desktop.call('character.mannequin');
  await prepareRig(studio, mannequin.scene, plainSettings({}));
  settleNotice(studio, 'opening');
  openDialogAbout(studio, { name: 'together', sources: people.slice(0, MOST_PEOPLE), mannequin });
}

/** Says that the file of a character that was just opened holds several people, of whom it is one, and offers the motions of all. */
export function tellOfPeople(studio: Studio): void {
  const { document } = studio.getState();
  const people = document ? peopleInFile(document.character.scene).length : 0;
  if (people === 0) return;
  notify(studio, 'info', `The file holds ${people} people: this character is one of them.`, 'file.ownMotions');
}
