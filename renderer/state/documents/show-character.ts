import type { Rig } from '../../../core/humanoid/body/rig.ts';
import type { LengthUnit } from '../../../electron/contract.ts';
import type { Project } from '../../../core/document/project.ts';
import { plainBones } from '../../../core/humanoid/rigging/plain-bones.ts';
import { sizeQuestion } from '../../../core/humanoid/rigging/size-question.ts';
import type { FileReading } from '../../../electron/contract/characters.ts';
import type { OpenedCharacter } from '../../../electron/contract.ts';
import { lyingNote } from '../../../core/formats/text/up-axes.ts';
import { tellOfPeople } from '../motions/show-people.ts';
import { tellOfProps } from '../props/props-in-character.ts';
import { isLimbBone } from '../rig/body-parts.ts';
import { whileOpening } from '../jobs.ts';
import { inWords } from '../../../core/humanoid/body/joint-labels.ts';
import { asSentence, isCancelled, notify, settleNotice, tellFailure } from '../window/notify.ts';
import type { Arrival } from '../window/notices-and-dialogs.ts';
import { askArrival, closeJournal, confirmLeaving } from '../saving/saving.ts';
import { addCharacter } from '../scene/edit-actors.ts';
import { prepareRig } from '../scene/prepare-rigs.ts';
import { plainSettings } from '../scene/rigs.ts';
import { ask } from '../session.ts';
import type { Studio } from '../studio.ts';
import { showDocument } from './show-document.ts';
import { showDistance } from '../window/units.ts';

/** A new document with the built-in mannequin. */
export async function newDocument(studio: Studio): Promise<void> {
  if (!(await confirmLeaving(studio, 'Mannequin'))) return;
  await showMannequin(studio);
  settleNotice(studio, 'opening');
}

/** A new document with the built-in mannequin, in place of what there is. */
export async function showMannequin(studio: Studio): Promise<void> {
  const character = await studio.desktop.call('character.mannequin');
  await closeJournal(studio);
  showDocument(studio, character, null);
}

/** Opens a character by `open`, in place of what there is or beside it, as `arrives` says. */
export async function openCharacter(
  studio: Studio,
  name: string,
  open: (job: string) => Promise<OpenedCharacter>,
  arrives: (studio: Studio, name: string) => Promise<Arrival> = askArrival,
): Promise<void> {
  const arrival = await arrives(studio, name);
  if (arrival === null) return;
  try {
    await receiveCharacter(studio, await whileOpening(studio, name, open), arrival);
    settleNotice(studio, 'opening');
  } catch (error) {
    if (!isCancelled(error)) tellFailure(studio, 'opening', error, { file: name, failed: 'was not opened' });
  }
}

/** Shows a character in place of what there is, or beside it. Throws as {@link showCharacter}. */
export async function receiveCharacter(studio: Studio, character: OpenedCharacter, arrival: 'open' | 'add'): Promise<void> {
  if (arrival === 'open') return showCharacter(studio, character);
  const corrections = await correctionsFor(studio, character);
  if (!corrections) return;
  addCharacter(studio, character, corrections);
  tellOfProps(studio);
  tellOfPeople(studio);
}

/** A new document with a character. Throws an `Error` with one sentence when it cannot be posed. */
export async function showCharacter(studio: Studio, character: OpenedCharacter): Promise<void> {
  const corrections = await correctionsFor(studio, character);
  if (!corrections) return;
  showDocument(studio, character, null, corrections);
  await closeJournal(studio);
  tellOfReport(studio);
  tellOfProps(studio);
  tellOfPeople(studio);
}

/** None for a biped; those that pose any other skeleton by its plain bones where that is wanted, else null. */
async function correctionsFor(studio: Studio, { scene }: OpenedCharacter): Promise<Project['rig']['corrections'] | null> {
  try {
    // The new document is made on this rig.
    await prepareRig(studio, scene, plainSettings({}));
    return {};
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    const corrections = plainBones(scene);
    const reason = asSentence(error.message);
    const opens = await ask<boolean>(studio, (answer) => ({ name: 'plainBones', reason, answer }));
    if (!opens) return null;
    await prepareRig(studio, scene, plainSettings(corrections));
    return corrections;
  }
}

/** Shows the character again with its lengths read in another unit, or another axis of its file up, as a new document. */
export async function readAs(studio: Studio, reading: FileReading): Promise<void> {
  const { character } = studio.getState().document ?? {};
  if (!character) return;
  const again = (job: string) => studio.desktop.call('character.readAs', character.hash, character.fileName, reading, job);
  const arrives = async () => ((await confirmLeaving(studio, character.fileName)) ? ('open' as const) : null);
  await openCharacter(studio, character.fileName, again, arrives);
}

/** What its rig warns of, the character's size in the unit that is set. */
export function characterWarnings({ warnings, height }: Rig['report'], unit: LengthUnit): readonly string[] {
  const plain = sizeQuestion(height)?.sentence;
  return warnings.map((warning) =>
    warning === plain ? sizeQuestion(height, (metres) => showDistance(unit, metres))!.sentence : warning,
  );
}

/** Says what an animator should know of a character that is not quite a whole body; missing fingers, eyes or jaw are no news. */
function tellOfReport(studio: Studio): void {
  const { document, session } = studio.getState();
  const report = document?.rig.report;
  if (!report) return;
  const limbs = report.missing.filter((bone) => isLimbBone(bone)).map((bone) => inWords(bone).toLowerCase());
  const { lay } = document.character.scene;
  const sentences = [
    ...(lay === undefined ? [] : [asSentence(lyingNote(lay))]),
    ...characterWarnings(report, session.settings.lengths),
    ...(limbs.length > 0 ? [`Not found: ${limbs.join(', ')}.`] : []),
  ];
  if (sentences.length === 0) return;
  const answers = sizeQuestion(report.height)?.readings[0] ? ['file.readInUnits'] : [];
  notify(studio, 'warning', sentences.join(' '), ...answers, 'file.importReport');
}
