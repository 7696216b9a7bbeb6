import { cp, mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { LIST_KINDS } from '../../../../core/document/list-kinds.ts';
import { addSound } from '../../../../core/document/edits/sounds.ts';
import { SAME_FRAME } from '../../../../core/math/frame.ts';
import { createSession } from '../../../../electron/cli/vocabulary/session.ts';
import { scriptApi } from '../../../../electron/cli/vocabulary/vocabulary.ts';
import type { Desktop, ContractEvents, EventName } from '../../../../electron/contract.ts';
import { readProjectFolder } from '../../../../electron/files/project/project-folder.ts';
import { currentUser } from '../../../../electron/files/project/user-state.ts';
import { addNewCamera } from '../../../../renderer/state/cameras/edit-cameras.ts';
import { commitEdit } from '../../../../renderer/state/editing.ts';
import { addShape } from '../../../../renderer/state/props/edit-props.ts';
import { duplicateActor } from '../../../../renderer/state/scene/edit-actors.ts';
import { newSoundId } from '../../../../renderer/state/sound/edit-sounds.ts';
import { addNewClip, duplicateShownClip, renameClip } from '../../../../renderer/state/timeline/clip-edits.ts';
import { createClock } from '../../../../renderer/state/clock.ts';
import { openPath } from '../../../../renderer/state/documents/open-path.ts';
import { startUp } from '../../../../renderer/state/documents/start-up.ts';
import { followProject } from '../../../../renderer/state/saving/follow-project.ts';
import { save } from '../../../../renderer/state/saving/saving.ts';
import { createStudio } from '../../../../renderer/state/studio.ts';
import { cases, few } from '../../../helpers/extent.ts';
import { MANNEQUIN } from '../../../helpers/mannequin.ts';
import { writeManifest } from '../../cli/batch/small-batch.ts';
import { emptyFolder, limber } from '../../cli/fake-terminal.ts';
import { freshServices } from '../../services/fresh-services.ts';
import { contentOf, damage, DAMAGE_NAMES } from './damages.ts';

/** Its only clip, what the user has of it alone, and files that what is made next would be called. */
const PARTS = [
  'clips/clip-1.json',
  'clips/clip-2.json',
  'clips/clip-walk.json',
  'poses/pose-wave.json',
  'actors/actor-2.json',
  'props/prop-1.json',
  'sounds/sound-1.json',
  'sounds/sound-beat.json',
  'cameras/camera-1.json',
  'cameras/camera-near.json',
  `users/${currentUser()}.json`,
  `users/${currentUser()}.steps`,
];

interface Stage {
  /** What the window may use. */
  readonly folder: string;
  readonly project: string;
  readonly fresh: Awaited<ReturnType<typeof freshServices>>;
  readonly tell: Map<EventName, (event: never) => void>;
}

/** What comes in by a door: it makes clips and poses; the names that must be found afterwards are given back. */
const DOORS: Readonly<Record<string, (stage: Stage, damageNow: () => Promise<void>) => Promise<readonly string[]>>> = {
  async 'a window that opens it'(stage, damageNow) {
    await damageNow();
    const studio = await openWindow(stage);
    return workIn(studio);
  },
  async 'a window that has opened it'(stage, damageNow) {
    const studio = await openWindow(stage);
    await damageNow();
    return workIn(studio);
  },
  async 'limber run'(stage, damageNow) {
    await damageNow();
    const script = join(stage.folder, 'work.js');
    await writeFile(script, `export default ${work.toString()}`);
    const { exitCode, noted } = await limber('run', script, stage.project);
    expect(exitCode).toBe(0);
    expect(PARTS.filter((part) => part.endsWith('.json') && !noted.includes(part))).toEqual([]);
    return WORKED;
  },
  async 'an assistant'({ folder, project }, damageNow) {
    const session = await createSession({ folders: [folder], mayWrite: true, savesEachStep: true });
    try {
      const api = scriptApi(session);
      await api.openProject({ path: project });
      await damageNow();
      await work(api, project);
    } finally {
      await session.close();
    }
    return WORKED;
  },
  async 'a batch'({ folder, project }, damageNow) {
    await damageNow();
    const out = join(project, 'exports', 'out.bvh');
    await mkdir(join(project, 'exports'), { recursive: true });
    const manifest = await writeManifest(folder, [{ command: ['bake', project, '--out', out] }]);
    await limber('batch', manifest);
    return [];
  },
};

/** What {@link work} makes. */
const WORKED = ['Walk', 'Wave', 'Beat', 'Near'];

/** What a script and an assistant do alike. */
async function work(
  api: Pick<ReturnType<typeof scriptApi>, 'openProject' | 'createClip' | 'setKey' | 'savePose' | 'addSound' | 'addCamera'>,
  project: string,
): Promise<void> {
  await api.openProject({ path: project });
  await api.createClip({ name: 'Walk' });
  await api.setKey({ frame: 3 });
  await api.savePose({ name: 'Wave' });
  await api.addSound({ path: `${project}/../beat.wav`, name: 'Beat' });
  await api.addCamera({ name: 'Near' });
}

async function openWindow({ project, fresh, tell }: Stage) {
  const { services } = fresh;
  const desktop: Desktop = {
    call: async (name, ...parameters) =>
      (await (services[name] as (...given: readonly unknown[]) => unknown)(...parameters)) as never,
    on<Name extends EventName>(name: Name, listener: (event: ContractEvents[Name]) => void) {
      tell.set(name, listener);
      return () => void tell.delete(name);
    },
    pathOf: () => null,
  };
  const studio = createStudio(desktop, createClock({ now: () => 0, requestFrame: () => 0, cancelFrame: () => undefined }));
  await startUp(studio);
  followProject(studio);
  await openPath(studio, project);
  expect(studio.getState().document?.folder).toBe(project);
  return studio;
}

/** Gives the names of what it made. */
async function workIn(studio: Awaited<ReturnType<typeof openWindow>>): Promise<readonly string[]> {
  renameClip(studio, 'Mine');
  duplicateShownClip(studio);
  addNewClip(studio);
  addShape(studio, 'box');
  addNewCamera(studio, { ...SAME_FRAME, focalLength: 50, distance: 4 });
  duplicateActor(studio);
  const hash = await studio.desktop.call('media.keep', Uint8Array.of(1, 2, 3));
  commitEdit(studio, 'Add a sound', (project) => {
    const file = { name: 'Drum', fileName: 'drum.wav', hash };
    const part = { clip: project.activeClip, at: 0, from: 0, volume: 1 };
    return addSound(project, { id: newSoundId(studio.getState(), project), ...file, ...part });
  });
  expect(await save(studio)).toBe(true);
  return ['Mine', 'Mine copy', 'Box', 'Drum', 'Camera', 'mannequin 2'];
}

let template = '';

beforeAll(async () => {
  const folder = await emptyFolder();
  template = join(folder, 'Figure');
  const script = join(folder, 'make.js');
  const given = JSON.stringify({ character: MANNEQUIN, folder: template });
  await writeFile(script, `export default (limber) => limber.createProject(${given});`);
  const { exitCode, noted } = await limber('run', script);
  if (exitCode !== 0) throw new Error(noted);
  for (const list of LIST_KINDS) await mkdir(join(template, list), { recursive: true });
}, 120_000);

async function setUp(): Promise<Stage> {
  const tell: Stage['tell'] = new Map();
  const fresh = await freshServices({
    mannequinPath: MANNEQUIN,
    emit: (name, event) => tell.get(name)?.(event as never),
  });
  const project = join(fresh.folder, 'Figure');
  await cp(template, project, { recursive: true });
  await writeFile(join(fresh.folder, 'beat.wav'), 'beat');
  return { folder: fresh.folder, project, fresh, tell };
}

/** Every door with so many damages, others at each; with LIMBER_TEST_ALL with all. */
function casesOf(many: number) {
  const step = DAMAGE_NAMES.length / cases(many, DAMAGE_NAMES.length);
  return Object.keys(DOORS).flatMap((door, i) =>
    DAMAGE_NAMES.filter((_, k) => k % step === i % step).map((how) => ({ door, how })),
  );
}

test.each(few(casesOf(1), 2))('by $door nothing with $how is overwritten, and its name is taken', async ({ door, how }) => {
  const staged = await setUp();
  const { project, fresh } = staged;
  const before: string[] = [];
  const names = await DOORS[door]!(staged, async () => {
    for (const part of PARTS) {
      await damage(project, part, how);
      before.push(await contentOf(project, part));
    }
  });
  expect(await Promise.all(PARTS.map((part) => contentOf(project, part)))).toEqual(before);
  const now = (await readProjectFolder(project)).project;
  const parts = LIST_KINDS.flatMap((kind): readonly { readonly name: string }[] => now[kind] ?? []);
  const found = parts.map(({ name }) => name.replace(/ \(2\)$/, ''));
  expect(found).toEqual(expect.arrayContaining([...names]));
  await fresh.close();
});

test.each(casesOf(1))(
  'by $door a file of the project itself, its character or its limits with $how is not touched',
  async ({ door, how }) => {
    const staged = await setUp();
    const { project, fresh } = staged;
    const [character = ''] = await readdir(join(project, 'characters'));
    const parts = ['project.limber', `characters/${character}`, `rigs/${character.replace(/\.\w+$/, '.json')}`];
    await mkdir(join(project, 'rigs'), { recursive: true });
    const before: string[] = [];
    // Most doors stay closed then.
    await DOORS[door]!(staged, async () => {
      for (const part of parts) {
        await damage(project, part, how);
        before.push(await contentOf(project, part));
      }
    }).catch(() => {});
    expect(before).toHaveLength(parts.length);
    expect(await Promise.all(parts.map((part) => contentOf(project, part)))).toEqual(before);
    await fresh.close();
  },
);
