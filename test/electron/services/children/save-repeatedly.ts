// Saves two projects into one folder in turn, until it is killed: `save-repeatedly.ts FOLDER CACHE HASH`. Prints a line after each save.
import { createCharacters } from '../../../../electron/services/characters.ts';
import { createProjects } from '../../../../electron/services/projects.ts';
import { alternatives } from '../alternatives.ts';

const [folder = '', cacheFolder = '', hash = ''] = process.argv.slice(2);
const projects = createProjects(createCharacters({ cacheFolder, mannequinPath: '' }));
for (let turn = 0; ; turn++) {
  await projects.save(folder, alternatives(hash)[turn % 2]!);
  process.stdout.write(`${turn}\n`);
}
