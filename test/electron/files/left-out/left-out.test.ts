import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { applyChange, dataChanges } from '../../../../core/document/changes.ts';
import { type ProjectChange, withBases } from '../../../../core/document/project-change.ts';
import { LIST_KINDS } from '../../../../core/document/list-kinds.ts';
import { partPath, withRevisions } from '../../../../core/document/part-paths.ts';
import type { ActorData, CameraData, ProjectData, PropData, SoundData } from '../../../../core/document/project-data.ts';
import { SAME_FRAME } from '../../../../core/math/frame.ts';
import type { MergedSave, PartRevisions, ProjectNews } from '../../../../electron/contract.ts';
import { createStepLog, readSteps } from '../../../../electron/files/project/step-log.ts';
import { createMedia } from '../../../../electron/services/media.ts';
import { createProjects, type Projects } from '../../../../electron/services/projects.ts';
import { TRIES_ALL, few } from '../../../helpers/extent.ts';
import { freshCharacters } from '../../services/fresh-characters.ts';
import { samplePose, sampleProject, unkeyedAt } from '../../services/sample-project.ts';
import { contentOf, damage, DAMAGE_NAMES } from './damages.ts';

/** Every kind of file in which a project keeps something. */
const PARTS = [
  'poses/pose-1.json',
  'poses/pose-1.png',
  'clips/clip-1.json',
  'actors/actor-2.json',
  'props/prop-1.json',
  'sounds/sound-1.json',
  'cameras/camera-1.json',
  'media/MEDIA.wav',
  'characters/HASH.glb',
  'rigs/HASH.json',
  'project.limber',
  'users/ann.json',
  'users/ann.steps',
] as const;

const STEP = { label: 'Step', back: { changed: { name: 'Before' } }, left: {} };

/** What a session does that makes one step and ends. */
async function keepStep(folder: string): Promise<void> {
  const log = createStepLog('ann');
  await log.keep(folder, 0, [STEP]);
  await log.release();
}

/** A scene with one part of each kind but two poses, on the disk. */
async function stage() {
  const { base, characters, hash } = await freshCharacters();
  const folder = join(base, 'Hero');
  const news: ProjectNews[] = [];
  const files = createMedia(join(base, 'media'));
  const media = await files.keep(Uint8Array.from({ length: 40 }, (_, i) => i));
  const projects = createProjects(characters, (each) => news.push(each), 'ann', undefined, undefined, files);
  const { actor, prop, sound, camera } = sceneParts(hash, media);
  await projects.save(folder, sampleProject(hash, { actors: [actor], props: [prop], sounds: [sound], cameras: [camera] }));
  await keepStep(folder);
  return { folder, hash, media, projects, news };
}

function sceneParts(hash: string, media: string) {
  const { rig, pins } = sampleProject(hash);
  const place = { at: [1, 0, 0], turn: 0 } as const;
  const knight = { id: 'actor-2', name: 'Knight', fileName: 'hero.glb', hash };
  const actor: ActorData = { ...knight, place, rig, pins, unkeyed: null, motions: {} };
  const form = { kind: 'ball', radius: 0.1 } as const;
  const prop: PropData = { id: 'prop-1', name: 'Ball', form, rest: { ...SAME_FRAME, by: null }, motions: {} };
  const heard = { clip: 'clip-1', at: 0, from: 0, volume: 1 };
  const sound: SoundData = { id: 'sound-1', name: 'Beat', fileName: 'beat.wav', hash: media, ...heard };
  const rest = { ...SAME_FRAME, focalLength: 50, distance: 4 };
  const camera: CameraData = { id: 'camera-1', name: 'Wide', aspect: 1.5, rest, motions: {} };
  return { actor, prop, sound, camera };
}

/** Everything that can be changed, changed: what is named `mine` is to be found afterwards. */
function everything(project: ProjectData, media: string): ProjectChange {
  const { actor, prop, sound, camera } = sceneParts(project.character.hash, media);
  const change: ProjectChange = {
    changed: { unkeyed: unkeyedAt([9, 0, 0]), activeClip: 'clip-1' },
    poses: {
      removed: project.poses.filter(({ id }) => id === 'pose-2').map(({ id }) => id),
      put: [
        ...project.poses
          .filter(({ id }) => id !== 'pose-2')
          .map((item) => ({ item: { ...samplePose(item.id), name: `mine ${item.id}` } })),
        { item: { ...samplePose('pose-1'), name: 'mine new' } },
      ],
    },
    clips: {
      removed: [],
      put: [
        ...project.clips.map((item) => ({ item: { ...item, name: `mine ${item.id}` } })),
        { item: { ...sampleProject('').clips[0]!, id: 'clip-1', name: 'mine new' } },
      ],
    },
    actors: { removed: [], put: renamed(project.actors, actor) },
    props: { removed: [], put: renamed(project.props, prop) },
    sounds: { removed: [], put: renamed(project.sounds, sound) },
    cameras: { removed: [], put: renamed(project.cameras, camera) },
  };
  return dataChanges(project, applyChange(project, change));
}

/** Those that there are and a new one, of which one lies there already, under other names. */
function renamed<Item extends { readonly id: string; readonly name: string }>(items: readonly Item[] = [], fresh: Item) {
  return [...items.map((item) => ({ item: { ...item, name: `mine ${item.id}` } })), { item: { ...fresh, name: 'mine new' } }];
}

interface Window {
  readonly projects: Projects;
  readonly folder: string;
  readonly media: string;
  readonly opened: { readonly project: ProjectData; readonly revisions: PartRevisions };
}

/** Ways in which a window saves. */
const SAVES: Readonly<Record<string, (window: Window) => Promise<MergedSave | null>>> = {
  'saves what changed': ({ projects, folder, media, opened: { project, revisions } }) =>
    projects.saveChange(folder, withBases(everything(project, media), revisions)),
  'saves what changed from revisions that are not known': ({ projects, folder, media, opened: { project } }) =>
    projects.saveChange(folder, everything(project, media)),
  'saves all': ({ projects, folder, media, opened: { project } }) =>
    projects.save(folder, applyChange(project, everything(project, media))),
  'removes all': ({ projects, folder, opened: { project, revisions } }) =>
    projects.saveChange(
      folder,
      withBases(
        {
          changed: {},
          poses: { removed: [...project.poses.map(({ id }) => id), 'pose-1'], put: [] },
          clips: { removed: [...project.clips.map(({ id }) => id), 'clip-1'], put: [] },
          actors: { removed: ['actor-2'], put: [] },
          props: { removed: ['prop-1'], put: [] },
          sounds: { removed: ['sound-1'], put: [] },
          cameras: { removed: ['camera-1'], put: [] },
        },
        revisions,
      ),
    ),
};

/** A quarter of the damages of each part, each with one of the ways to save, and opened before or after it; with LIMBER_TEST_ALL all with all. */
const CASES = PARTS.flatMap((part, i) =>
  DAMAGE_NAMES.flatMap((how, k) => {
    const all = Object.keys(SAVES).flatMap((way) => [true, false].map((opensFirst) => ({ part, how, way, opensFirst })));
    if (TRIES_ALL) return all;
    return (i + k) % 4 === 0 ? [all[(i * DAMAGE_NAMES.length + 3 * k) % all.length]!] : [];
  }),
);

test.each(few(CASES, 4))('$part with $how stays as it is where a window $way (opened before: $opensFirst)', async (given) => {
  const { part: named, how, way, opensFirst } = given;
  const { folder, hash, media, projects } = await stage();
  const part = named.replace('HASH', hash).replace('MEDIA', media);
  const early = opensFirst ? await projects.open(folder) : null;
  await damage(folder, part, how);
  const before = await contentOf(folder, part);
  const opened = early ?? (await projects.open(folder).catch(() => null));
  // Without its own file a project is not opened.
  if (!opened) return expect(named).toBe('project.limber');
  if (!early && !/(?:steps|png|glb|wav)$/.test(named)) expect(opened.warnings.join('\n')).toContain(part);
  const mine = applyChange(opened.project, everything(opened.project, media));
  const saved = await SAVES[way]!({ projects, folder, media, opened }).catch((error: unknown) => String(error));
  if (named === 'users/ann.steps') {
    await keepStep(folder);
    expect(await readSteps(folder, 'ann')).toHaveLength(1);
  }
  expect(await contentOf(folder, part)).toBe(before);
  if (typeof saved === 'string') {
    // Settings have one place only, and so have files that are called by their content: what lies there may be the right one.
    const ofContent = how === 'a link' ? ['media/MEDIA.wav', 'characters/HASH.glb'] : [];
    expect(['project.limber', 'rigs/HASH.json', ...ofContent]).toContain(named);
    expect(saved).toMatch(/^Error: [^\n]{10,300}$/);
    return;
  }
  for (const note of saved!.notes) expect(note.length).toBeLessThan(300);
  if (named === 'project.limber' || way === 'removes all') return;
  const now = (await projects.open(folder)).project;
  const names = partsOf(now).map(({ name }) => name.replace(/ \(2\)$/, ''));
  expect(names).toEqual(expect.arrayContaining(partsOf(mine).map(({ name }) => name)));
  expect(now.unkeyed?.pose.root).toEqual([9, 0, 0]);
});

function partsOf(project: ProjectData): readonly { readonly name: string }[] {
  return LIST_KINDS.flatMap((kind): readonly { readonly name: string }[] => project[kind] ?? []);
}

test('every kind of part is tried', () => {
  expect(LIST_KINDS.filter((kind) => !PARTS.some((part) => part.startsWith(`${kind}/`)))).toEqual([]);
});

test.each(few(DAMAGE_NAMES, 2))(
  'what turns into %s while a window shows it is no base of a save, and comes back when it is mended',
  async (how) => {
    const { folder, media, projects, news } = await stage();
    const { project, revisions } = await projects.open(folder);
    await projects.watch(folder, revisions);
    try {
      const whole = new Map<string, Buffer>();
      const parts = PARTS.filter((part) => LIST_KINDS.some((kind) => part.startsWith(`${kind}/`)) && part.endsWith('.json'));
      for (const part of parts) {
        whole.set(part, await readFile(join(folder, part)));
        await damage(folder, part, how);
      }
      const before = await Promise.all(parts.map((part) => contentOf(folder, part)));
      const told = () => new Set(news.flatMap((each) => Object.keys(each.revisions)));
      await vi.waitFor(() => expect(parts.filter((part) => !told().has(part))).toEqual([]), { timeout: 10_000, interval: 20 });
      const known = news.reduce((all, each) => withRevisions(all, each.revisions), revisions);
      const saved = await projects.saveChange(folder, withBases(everything(project, media), known));
      expect(saved?.notes).toHaveLength(parts.length);
      expect(await Promise.all(parts.map((part) => contentOf(folder, part)))).toEqual(before);
      for (const part of parts) {
        await rm(join(folder, part));
        await writeFile(join(folder, part), whole.get(part)!);
      }
      const back = () =>
        news.flatMap(({ change }) =>
          LIST_KINDS.flatMap((kind) => change[kind]?.put.map(({ item }) => partPath(kind, item.id)) ?? []),
        );
      await vi.waitFor(() => expect(back()).toEqual(expect.arrayContaining(parts)), {
        timeout: 10_000,
        interval: 20,
      });
    } finally {
      projects.close();
    }
  },
);
