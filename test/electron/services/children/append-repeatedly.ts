// Appends edits to a journal until it is killed: `append-repeatedly.ts FOLDER HASH`. Prints the number of each edit once it is kept.
import { createJournal } from '../../../../electron/services/journal.ts';
import { sampleProject, unkeyedAt } from '../sample-project.ts';
import { tell } from './tell.ts';

const [folder = '', hash = ''] = process.argv.slice(2);
const journal = createJournal(folder);
await journal.append({ label: 'Open', folder: null, changed: sampleProject(hash) });
for (let edit = 1; ; edit++) {
  await journal.append({ label: `Edit ${edit}`, folder: null, changed: { unkeyed: unkeyedAt([edit, 0, 0]) } });
  await tell(String(edit));
}
