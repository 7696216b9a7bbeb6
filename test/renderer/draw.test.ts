import { beforeEach, expect, test, vi } from 'vitest';
import { createProject } from '../../core/document/create-project.ts';
import { addActor } from '../../core/document/edits/actors.ts';
import { projectToData } from '../../core/document/serialize.ts';
import { presentActor } from '../../core/document/work-on-actor.ts';
import { buildRig } from '../../core/humanoid/rigging/build-rig.ts';
import { drawOrder } from '../../renderer/draw.ts';
import type { Studio } from '../../renderer/state/studio.ts';
import { fakeDesktop, mannequin, type FakeDesktop } from './state/open-studio.ts';

const drawn = vi.hoisted(() => ({ desktop: null as unknown, whom: [] as string[] }));
vi.mock('../../renderer/desktop.ts', () => ({ connectDesktop: () => drawn.desktop }));
vi.mock('../../renderer/viewport/pictures/make-pictures.ts', () => ({
  makePictures: async (studio: Studio) => {
    drawn.whom.push(studio.getState().document!.history.present.character.name);
    return {};
  },
}));

const REQUEST = { subject: 'pose', format: 'png', path: 'duel.png' };

/** A project of the Hero and the Knight, of whom a picture is ordered. */
function ordered(actor: string | undefined, source = '/work/Duel/project.limber'): FakeDesktop {
  const character = mannequin('hero');
  const rig = buildRig(character.scene);
  const { name, fileName, hash } = character;
  const alone = createProject(rig, { name, fileName, hash });
  const knight = { ...presentActor(alone, rig), id: 'actor-2', name: 'Knight' };
  const project = projectToData(rig, addActor(alone, knight));
  const opened = {
    folder: '/work/Duel',
    file: '/work/Duel/project.limber',
    project,
    character,
    others: [],
    revisions: {},
    warnings: [],
    steps: [],
    readOnly: false,
  };
  const desktop = fakeDesktop({
    'render.order': () => ({ source, request: REQUEST, ...(actor !== undefined && { actor }) }),
    'project.open': () => opened,
  });
  drawn.desktop = desktop;
  return desktop;
}

const ended = (desktop: FakeDesktop) => desktop.callsOf('render.ended').map(([answer]) => answer);

beforeEach(() => {
  drawn.whom = [];
});

test.each([
  [undefined, 'hero'],
  ['Knight', 'Knight'],
  ['actor-2', 'Knight'],
] as const)('the camera looks at whom the order names: %s', async (actor, name) => {
  const desktop = ordered(actor);
  await drawOrder();
  expect(ended(desktop)).toEqual([{ ok: true, report: {} }]);
  expect(drawn.whom).toEqual([name]);
});

test('an actor that is not there, or of a file, is refused in a sentence, and nothing is drawn', async () => {
  const nobody = ordered('Nobody');
  await drawOrder();
  expect(ended(nobody)).toEqual([
    { ok: false, sentence: 'the project holds no actor "Nobody", but "hero" (actor-1), "Knight" (actor-2)' },
  ]);
  const file = ordered('Knight', '/work/hero.glb');
  await drawOrder();
  expect(ended(file)).toEqual([{ ok: false, sentence: '--actor is for projects: a file holds one character' }]);
  expect(drawn.whom).toEqual([]);
});
