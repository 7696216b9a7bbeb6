// An assistant without its protocol: `crash-assistant.ts FOLDER PROJECT WRITER SEED`. Opens the project as soon as somebody has saved it, adds
// poses, sounds, actors, things that they carry, and contacts to clips and actors that others have too, each of which is saved at once, and takes some back and
// makes them again, while the disk is full at times, until it is killed. Prints `started`, the name of each edit once it was acknowledged, and `undoing` with that
// name before it is taken back.
import { writeSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { createSession } from '../../../../electron/cli/vocabulary/session.ts';
import { scriptApi } from '../../../../electron/cli/vocabulary/vocabulary.ts';
import { seededRandom } from '../../../../core/math/random.ts';
import { makeAssistedEdit } from './assisted-edits.ts';
import { poseOf } from './crash-services.ts';
import { makeDiskScarce } from './scarce-disk.ts';

const [folder = '', path = '', writer = '', seed = '0'] = process.argv.slice(2);
const random = seededRandom(Number(seed));
const api = scriptApi(await createSession({ folders: [folder], mayWrite: true, savesEachStep: true }));
const disk = await makeDiskScarce();
const tell = (line: string) => writeSync(1, `${line}\n`);
/** Whether it was done; what is refused, on a full disk say, was not acknowledged. */
const done = (answer: Promise<unknown>) =>
  answer.then(
    () => true,
    () => false,
  );

tell('started');
while (!(await done(api.openProject({ path })))) await setTimeout(20);
for (let edit = 1; ; edit++) {
  if (random() < 0.1) disk.room = Math.floor(random() ** 2 * 5000);
  else if (random() < 0.6) disk.room = Infinity;
  const id = poseOf(writer, edit);
  if (!(await done(makeAssistedEdit(api, folder, writer, edit, random)))) continue;
  tell(id);
  if (random() > 0.2) continue;
  tell(`undoing ${id}`);
  if ((await done(api.undo({}))) && (await done(api.redo({})))) tell(id);
}
