import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { seededRandom } from '../../../../core/math/random.ts';
import { createCharacters } from '../../../../electron/services/characters.ts';
import { createProjects } from '../../../../electron/services/projects.ts';
import { createSession } from '../../../../electron/cli/vocabulary/session.ts';
import { scriptApi } from '../../../../electron/cli/vocabulary/vocabulary.ts';
import { cases } from '../../../helpers/extent.ts';
import { makeAssistedEdit } from '../../services/crash/assisted-edits.ts';
import { editsOf, poseOf } from '../../services/crash/crash-services.ts';
import { STICK_FIGURE } from '../../services/crash/stick-figure.ts';
import { emptyFolder } from '../fake-terminal.ts';

/** Edits of each. */
const EDITS = 20;

/** Two who work in one scene: the one saves each step, the other now and then. */
async function twoWriters(folder: string) {
  const path = join(folder, 'Duel');
  return Promise.all(
    ['r0c', 'r1c'].map(async (writer, i) => {
      const session = await createSession({ folders: [folder], mayWrite: true, savesEachStep: i === 0 });
      return { writer, session, api: scriptApi(session), path, made: new Set<string>() };
    }),
  );
}

test.each(Array.from({ length: cases(2, 12) }, (_, seed) => seed))(
  'two who change one scene lose no actor, prop, contact, pose or sound of each other (random seed %i)',
  async (seed) => {
    const random = seededRandom(seed);
    const folder = await emptyFolder();
    await writeFile(join(folder, 'hero.glb'), STICK_FIGURE);
    const writers = await twoWriters(folder);
    const path = join(folder, 'Duel');
    await writers[0]!.api.createProject({ character: join(folder, 'hero.glb'), folder: path, name: 'Duel' });
    for (const { api } of writers) await api.openProject({ path });
    for (let edit = 1; edit <= EDITS; edit++) {
      for (const { writer, session, api, made } of writers) {
        const { actors } = await api.describeProject({});
        if (random() < 0.3) await api.chooseActor({ actor: actors[Math.floor(random() * actors.length)]!.id });
        await makeAssistedEdit(api, folder, writer, edit, random);
        const isTakenBack = random() < 0.1;
        if (isTakenBack) await api.undo({});
        else made.add(poseOf(writer, edit));
        if (random() < 0.2) await session.save();
      }
    }
    for (const { session } of writers) await session.save();
    const characters = createCharacters({ cacheFolder: join(folder, 'cache'), mannequinPath: '' });
    const { project, warnings } = await createProjects(characters).open(path);
    const found = new Set(editsOf(project));
    expect(warnings).toEqual([]);
    expect(writers.flatMap(({ made }) => [...made]).filter((id) => !found.has(id))).toEqual([]);
    for (const { session } of writers) await session.close();
  },
);
