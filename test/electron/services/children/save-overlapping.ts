// Adds poses to a project that somebody else saves at the same time, and changes the one that they share:
// `save-overlapping.ts FOLDER CACHE NAME ROUNDS`. Prints the id of each part that it was told is kept.
import { applyChange, dataChanges } from '../../../../core/document/changes.ts';
import { withBases } from '../../../../core/document/project-change.ts';
import { createCharacters } from '../../../../electron/services/characters.ts';
import { createProjects } from '../../../../electron/services/projects.ts';
import { samplePose } from '../sample-project.ts';

const [folder = '', cacheFolder = '', name = '', rounds = ''] = process.argv.slice(2);
const projects = createProjects(createCharacters({ cacheFolder, mannequinPath: '' }), undefined, name);
// Both begin from the same state.
const { project, revisions } = await projects.open(folder);
process.stdout.write('ready\n');
await new Promise((resolve) => process.stdin.once('data', resolve));
let mine = project;
let known: Record<string, string | null> = revisions;
const shared = { ...samplePose('pose-1', ''), name };
for (let round = 0; round < Number(rounds); round++) {
  const { solver } = mine;
  const changed = name === 'ann' ? { restarts: round } : { maxIterations: 100 + round };
  const change = {
    changed: { solver: { ...solver, ...changed } },
    poses: {
      removed: round > 1 ? [`${name}-${round - 2}-gone`] : [],
      put: [samplePose(`${name}-${round}`), samplePose(`${name}-${round}-gone`, ''), ...(round === 0 ? [shared] : [])].map(
        (item) => ({ item }),
      ),
    },
  };
  const next = applyChange(mine, change);
  const present = Object.entries(known).flatMap(([path, revision]) => (revision === null ? [] : [[path, revision] as const]));
  const saved = await projects.saveChange(folder, withBases(dataChanges(mine, next), Object.fromEntries(present)));
  if (!saved) throw new Error('the folder holds no project');
  known = { ...known, ...saved.revisions };
  mine = next;
  process.stdout.write(`${name}-${round}\n`);
  const copy = saved.copies.poses['pose-1'];
  if (copy) process.stdout.write(`${copy.id}\n`);
}
process.exit(0);
