// Saves two projects over each other in turn, until it is killed: `save-repeatedly.ts FOLDER CACHE HASH`. Prints a line after each save.
import { dataChanges } from '../../../../core/document/changes.ts';
import { withBases } from '../../../../core/document/project-change.ts';
import { createCharacters } from '../../../../electron/services/characters.ts';
import { createProjects } from '../../../../electron/services/projects.ts';
import { alternatives } from '../alternatives.ts';

const [folder = '', cacheFolder = '', hash = ''] = process.argv.slice(2);
const projects = createProjects(createCharacters({ cacheFolder, mannequinPath: '' }));
const [first, second] = alternatives(hash);
if (!(await projects.open(folder).catch(() => null))) await projects.save(folder, first);
for (let turn = 0; ; turn++) {
  const { project, revisions } = await projects.open(folder);
  await projects.saveChange(folder, withBases(dataChanges(project, turn % 2 === 0 ? second : first), revisions));
  process.stdout.write(`${turn}\n`);
}
