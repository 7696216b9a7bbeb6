import { beforeEach, describe, expect, test } from 'vitest';
import { actorsOf } from '../../../../core/document/work-on-actor.ts';
import { projectToData } from '../../../../core/document/serialize.ts';
import { buildRig } from '../../../../core/humanoid/rigging/build-rig.ts';
import type { Rig } from '../../../../core/humanoid/body/rig.ts';
import { showCharacter } from '../../../../renderer/state/documents/show-character.ts';
import { openPath } from '../../../../renderer/state/documents/open-path.ts';
import { addCharacter } from '../../../../renderer/state/scene/edit-actors.ts';
import { rigOfActor } from '../../../../renderer/state/scene/rigs.ts';
import type { Studio } from '../../../../renderer/state/studio.ts';
import type { OpenedCharacter } from '../../../../electron/contract.ts';
import { documentOf, mannequin, openStudio } from '../open-studio.ts';

/** As if its file was read anew: what is kept for a character is kept for its scene. */
function fresh(name: string): OpenedCharacter {
  const { scene, ...rest } = mannequin(name);
  return { ...rest, hash: name, scene: { ...scene } };
}

let studio: Studio;
/** Rigs that were built beside the window. */
let beside: Rig[];

function noteBuilt(opened: Studio): void {
  beside = [];
  studio = Object.assign(opened, {
    buildRig: async (...parameters: Parameters<typeof buildRig>) => {
      const rig = buildRig(...parameters);
      beside.push(rig);
      return rig;
    },
  });
}

describe('The window builds no rig itself', () => {
  beforeEach(async () => noteBuilt((await openStudio()).studio));

  test('for a character that is opened', async () => {
    await showCharacter(studio, fresh('hero'));
    expect(documentOf(studio).character.name).toBe('hero');
    expect(beside).toEqual([documentOf(studio).rig]);
    expect(beside[0]).toBe(documentOf(studio).rig);
  });

  test('for any actor of a project that is opened, one with a limit of its own included', async () => {
    const [hero, friend] = [fresh('hero'), fresh('friend')];
    await showCharacter(studio, hero);
    addCharacter(studio, friend);
    const { history, rig } = documentOf(studio);
    const { poses: _, ...project } = projectToData(rig, history.present);
    const joint = rig.skeleton.names[rig.humanoid.head!]!;
    const actors = project.actors!.map((actor) => ({ ...actor, rig: { ...actor.rig, stiffness: { [joint]: 0.5 } } }));
    const opened = {
      folder: '/projects/two',
      project: { ...project, actors, poses: [] },
      poseCount: 0,
      revisions: {},
      character: fresh('hero'),
      others: [fresh('friend')],
      warnings: [],
      steps: [],
    };
    noteBuilt((await openStudio({ 'project.open': () => opened })).studio);
    await openPath(studio, '/projects/two/project.limber');
    const document = documentOf(studio);
    expect(actorsOf(document.history.present)).toHaveLength(2);
    const shown = [document.rig, ...document.history.present.actors.map((actor) => rigOfActor(document, actor)!)];
    expect(shown).toHaveLength(2);
    for (const each of shown) expect(beside.some((built) => built === each)).toBe(true);
  });
});
