// Edits a project's library and saves what changed after every fourth edit, until it is killed:
// `edit-and-save-repeatedly.ts FOLDER CACHE RECOVERY HASH`. Prints the number of each edit once it is kept.
import { applyChange, dataChanges } from '../../../../core/document/changes.ts';
import { withBases } from '../../../../core/document/project-change.ts';
import { createCharacters } from '../../../../electron/services/characters.ts';
import { createJournal } from '../../../../electron/services/journal.ts';
import { createProjects } from '../../../../electron/services/projects.ts';
import { libraryEdit } from '../library-edits.ts';
import { sampleProject } from '../sample-project.ts';
import { tell } from './tell.ts';

const [folder = '', cacheFolder = '', recovery = '', hash = ''] = process.argv.slice(2);
const projects = createProjects(createCharacters({ cacheFolder, mannequinPath: '' }));
const journal = createJournal(recovery);
await projects.save(folder, sampleProject(hash));
let { project: saved, revisions } = await projects.open(folder);
let project = saved;
for (let edit = 1; ; edit++) {
  const change = withBases(libraryEdit(edit), revisions);
  await journal.append({ label: `Edit ${edit}`, folder, ...(project === saved && { onSaved: true }), ...change });
  await tell(String(edit));
  project = applyChange(project, change);
  if (edit % 4 > 0) continue;
  const done = await projects.saveChange(folder, withBases(dataChanges(saved, project), revisions));
  if (!done || done.notes.length > 0) throw new Error('somebody else was there');
  const known = Object.entries({ ...revisions, ...done.revisions });
  revisions = Object.fromEntries(known.flatMap(([path, revision]) => (revision === null ? [] : [[path, revision]])));
  saved = project;
  await journal.close();
}
