// Edits a project's library and saves what changed after every fourth edit, until it is killed:
// `edit-and-save-repeatedly.ts FOLDER CACHE RECOVERY HASH`. Prints the number of each edit once it is kept.
import { createCharacters } from '../../../../electron/services/characters.ts';
import { createJournal } from '../../../../electron/services/journal.ts';
import { createProjects } from '../../../../electron/services/projects.ts';
import { libraryEdit } from '../library-edits.ts';
import { sampleProject } from '../sample-project.ts';

const [folder = '', cacheFolder = '', recovery = '', hash = ''] = process.argv.slice(2);
const projects = createProjects(createCharacters({ cacheFolder, mannequinPath: '' }));
const journal = createJournal(recovery);
let { revision } = await projects.save(folder, sampleProject(hash));
let isSaved = true;
const unsaved = [];
for (let edit = 1; ; edit++) {
  const change = libraryEdit(edit);
  await journal.append({ label: `Edit ${edit}`, folder, ...(isSaved && { onSaved: true }), ...change });
  process.stdout.write(`${edit}\n`);
  isSaved = false;
  unsaved.push(change);
  if (edit % 4 > 0) continue;
  for (const each of unsaved.splice(0)) {
    const saved = await projects.saveChange(folder, revision, each);
    if (!saved) throw new Error('the folder is not at the revision that was written');
    ({ revision } = saved);
  }
  await journal.close();
  isSaved = true;
}
