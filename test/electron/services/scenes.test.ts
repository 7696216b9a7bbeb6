import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { decode } from '@msgpack/msgpack';
import { describe, expect, test } from 'vitest';
import { applyListChange } from '../../../core/document/list-change.ts';
import type { ContactSpan } from '../../../core/animation/clip.ts';
import type { ActorData, CameraData, PropData, ReferenceData, SoundData } from '../../../core/document/project-data.ts';
import type { UnsavedWork } from '../../../electron/contract.ts';
import { createCharacters } from '../../../electron/services/characters.ts';
import { createJournal } from '../../../electron/services/journal.ts';
import { createMedia } from '../../../electron/services/media.ts';
import { createProjects } from '../../../electron/services/projects.ts';
import { glbOf } from '../../core/formats/build-glb.ts';
import { sampleProject, unkeyedAt, withPictureFiles } from './sample-project.ts';

async function fresh() {
  const base = await mkdtemp(join(tmpdir(), 'limber-scenes-'));
  const characters = createCharacters({ cacheFolder: join(base, 'cache'), mannequinPath: '' });
  const open = async (name: string) =>
    characters.openBytes(`${name}.glb`, glbOf({ asset: { version: '2.0' }, nodes: [{ name }] }));
  const media = createMedia(join(base, 'media'));
  const [hero, knight] = [await open('hero'), await open('knight')];
  const folder = join(base, 'Duel');
  return {
    base,
    folder,
    hero,
    knight,
    media,
    ann: createProjects(characters, undefined, 'ann', undefined, undefined, media),
    bob: createProjects(characters, undefined, 'bob'),
  };
}

function actor(id: string, hash: string, changes: Partial<ActorData> = {}): ActorData {
  const { rig, pins, clips } = sampleProject(hash);
  const { tracks, contacts, layers } = clips[0]!;
  const motion = { ...(contacts && { contacts }), ...(layers && { layers }), tracks };
  return {
    id,
    name: `Sir ${id}`,
    fileName: 'knight.glb',
    hash,
    place: { at: [1, 0, -2.5], turn: 0.5 },
    rig,
    pins,
    unkeyed: null,
    motions: { 'clip-1': motion },
    ...changes,
  };
}

const added = (...items: ActorData[]) => ({
  changed: {},
  actors: { removed: [], put: items.map((item) => ({ item })), bases: Object.fromEntries(items.map(({ id }) => [id, null])) },
});

const thing = (id: string, name: string): PropData => ({
  id,
  name,
  form: { kind: 'cylinder', radius: 0.02, height: 1 },
  isGround: true,
  grips: [
    { hand: 'right', position: [0, 0.4, 0], rotation: [0, 0, 0, 1], fingers: { Thumb: [-0.5, 0.3, 0.2], Index: [0.1, 0.6] } },
  ],
  rest: { position: [0, 0, 1], rotation: [0, 0, 0, 1], by: { actor: 'actor-1', joint: 'hand' } },
  motions: {
    'clip-1': {
      keys: [{ time: 0.5, position: [1, 2, 3], rotation: [0, 1, 0, 0], interpolation: 'ease' }],
      changes: [{ from: 1, by: { prop: 'prop-9' } }],
    },
  },
});

const put = (...items: PropData[]) => ({
  changed: {},
  props: { removed: [], put: items.map((item) => ({ item })), bases: Object.fromEntries(items.map(({ id }) => [id, null])) },
});

test('keeps the contacts that two people add at the same time, to two actors and in one clip', async () => {
  const { folder, hero, knight, ann, bob } = await fresh();
  const project = sampleProject(hero.hash, { actors: [actor('actor-2', knight.hash), actor('actor-3', knight.hash)] });
  await ann.save(folder, project);
  const { project: base, revisions } = await bob.open(folder);
  const on = { by: { actor: 'actor-1', joint: 'hand' }, position: [0, 0.1, 0], rotation: [0, 0, 0, 1], gives: 'both' } as const;
  const touching = (part: 'leftHand' | 'rightHand'): ContactSpan => ({ part, from: 0.1, to: 0.4, on });
  const changed = (item: ActorData) => ({
    changed: {},
    actors: { removed: [], put: [{ item }], bases: { [item.id]: revisions[`actors/${item.id}.json`] ?? null } },
  });
  const withContact = (id: string, contact: ContactSpan): ActorData => {
    const before = base.actors!.find((each) => each.id === id)!;
    const motion = before.motions['clip-1']!;
    return { ...before, motions: { 'clip-1': { ...motion, contacts: [...(motion.contacts ?? []), contact] } } };
  };
  await ann.saveChange(folder, changed(withContact('actor-2', touching('leftHand'))));
  await bob.saveChange(folder, changed(withContact('actor-3', touching('rightHand'))));
  // The same actor, from what was there before the first did it.
  const told = await bob.saveChange(folder, changed(withContact('actor-2', touching('rightHand'))));
  expect(told?.notes.join(' ')).toContain('was also changed by somebody else');
  const saved = (await ann.open(folder)).project;
  const partsOf = saved.actors!.map(({ motions }) =>
    motions['clip-1']!.contacts!.filter((each) => each.on).map(({ part }) => part),
  );
  expect(partsOf.map((parts) => parts.join()).toSorted()).toEqual(['leftHand', 'rightHand', 'rightHand']);
});

describe('a scene with things', () => {
  test('is saved and opened with them, in their order', async () => {
    const { folder, hero, ann } = await fresh();
    const project = sampleProject(hero.hash, { props: [thing('prop-2', 'Sword'), thing('prop-1', 'Cup')] });
    await ann.save(folder, project);
    expect((await ann.open(folder)).project).toEqual(withPictureFiles(project));
  });

  test('keeps what two people add at the same time, also under the same id', async () => {
    const { folder, hero, ann, bob } = await fresh();
    await ann.save(folder, sampleProject(hero.hash));
    await ann.saveChange(folder, put(thing('prop-1', 'Sword')));
    const saved = await bob.saveChange(folder, put(thing('prop-1', 'Cup')));
    expect(saved?.notes.join(' ')).toContain('The prop “Cup” was also changed by somebody else');
    const names = (await bob.open(folder)).project.props!.map(({ name }) => name);
    expect(names.toSorted()).toEqual(['Cup (2)', 'Sword']);
  });

  test('never touches one that it could not read, and says why', async () => {
    const { folder, hero, ann } = await fresh();
    await ann.save(folder, sampleProject(hero.hash, { props: [thing('prop-1', 'Sword')] }));
    const path = join(folder, 'props', 'prop-1.json');
    const damaged = (await readFile(path, 'utf8')).replace('0.02', '-3');
    await writeFile(path, damaged);
    const opened = await ann.open(folder);
    expect(opened.project).not.toHaveProperty('props');
    expect(opened.warnings.join(' ')).toMatch(
      /props\/prop-1\.json was left out: .*the radius of a cylinder must be 0\.001 to 100 m, got -3/,
    );
    const [grip] = thing('prop-1', 'Sword').grips!;
    const gripped = JSON.stringify({ ...JSON.parse(damaged.replace('-3', '0.02')), grips: [grip, grip, grip] });
    await writeFile(path, gripped);
    expect((await ann.open(folder)).warnings.join(' ')).toContain('expected at most 2 grips for each hand');
    await writeFile(path, damaged);
    await ann.saveChange(folder, put(thing('prop-1', 'Sword')));
    await ann.saveChange(folder, { changed: {}, props: { removed: ['prop-1'], put: [], bases: {} } });
    expect(await readFile(path, 'utf8')).toBe(damaged);
  });
});

const song = (id: string, name: string, hash: string): SoundData => ({
  id,
  name,
  fileName: 'Song.MP3',
  hash,
  clip: 'clip-1',
  at: -0.5,
  from: 0.25,
  volume: 1.5,
  isMuted: true,
});

const putSounds = (...items: SoundData[]) => ({
  changed: {},
  sounds: { removed: [], put: items.map((item) => ({ item })), bases: Object.fromEntries(items.map(({ id }) => [id, null])) },
});

describe('what is posed by', () => {
  const bytes = new Uint8Array([7, 8, 9]);
  const shown = (hash: string, name = 'Run.MP4'): ReferenceData => ({
    name,
    files: [{ fileName: name, hash }],
    isShown: true,
    opacity: 0.5,
    size: 1,
    offset: [0, 0],
    at: 0.5,
    speed: 1,
    fps: 30,
  });

  test('is each user’s own, and its file lies beside the project as it came', async () => {
    const { folder, hero, ann, bob, media } = await fresh();
    const reference = shown(await media.keep(bytes));
    await ann.save(folder, sampleProject(hero.hash, { reference }));
    const { hash } = reference.files[0]!;
    expect(new Uint8Array(await readFile(join(folder, 'media', `${hash}.mp4`)))).toEqual(bytes);
    expect((await ann.open(folder)).project.reference).toEqual(reference);
    expect((await bob.open(folder)).project).not.toHaveProperty('reference');
  });

  test('that is changed or taken away is saved so, with files that come along', async () => {
    const { folder, hero, ann, media } = await fresh();
    await ann.save(folder, sampleProject(hero.hash));
    const reference = shown(await media.keep(new Uint8Array([1, 2])), 'run-1.png');
    await ann.saveChange(folder, { changed: { reference } });
    expect(await readdir(join(folder, 'media'))).toEqual([`${reference.files[0]!.hash}.png`]);
    await ann.saveChange(folder, { changed: { activeClip: 'clip-1' } });
    expect((await ann.open(folder)).project.reference).toEqual(reference);
    await ann.saveChange(folder, { changed: { reference: null } });
    expect((await ann.open(folder)).project).not.toHaveProperty('reference');
  });

  test('by a picture in the view, as it was once, is told; one that cannot be used is passed over, and nothing else with it', async () => {
    const { folder, hero, ann } = await fresh();
    const view = { playhead: 0.5, camera: null, selection: { joint: 'hand', handle: null }, panels: null };
    await ann.save(folder, sampleProject(hero.hash), { view });
    const path = join(folder, 'users', 'ann.json');
    const own = JSON.parse(await readFile(path, 'utf8'));
    const openedWith = async (reference: unknown) => {
      await writeFile(path, JSON.stringify({ ...own, view: { ...own.view, reference } }));
      const opened = await ann.open(folder);
      return [opened.warnings, opened.view];
    };
    const place = { isShown: true, opacity: 0.3, size: 2, offset: [0.1, 0] };
    const picture = { name: 'run.jpg', picture: 'data:image/jpeg;base64,AQID', ...place };
    expect(await openedWith(picture)).toEqual([[], { ...view, reference: picture }]);
    expect(await openedWith({ name: 'run.jpg' })).toEqual([[], view]);
    expect(await openedWith({ ...picture, picture: 'data:image/jpeg;base64,<script>' })).toEqual([[], view]);
  });
});

describe('a scene with sounds', () => {
  const bytes = Uint8Array.from([1, 2, 3, 250]);

  test('is saved with their files as they came, and opened with them', async () => {
    const { base, folder, hero, ann, media } = await fresh();
    const hash = await media.keep(bytes);
    const project = sampleProject(hero.hash, { sounds: [song('sound-2', 'Song', hash), song('sound-1', 'Voice', hash)] });
    await ann.save(folder, project);
    expect((await ann.open(folder)).project).toEqual(withPictureFiles(project));
    expect(await readdir(join(folder, 'media'))).toEqual([`${hash}.mp3`]);
    expect(new Uint8Array(await readFile(join(folder, 'media', `${hash}.mp3`)))).toEqual(bytes);
    await rm(join(base, 'media'), { recursive: true });
    const file = { fileName: 'Song.MP3', hash };
    expect(new Uint8Array(await media.read(file, folder))).toEqual(bytes);
    // What was read of one folder comes along into another.
    await ann.save(join(base, 'Copy'), project, { origin: folder });
    expect(await readdir(join(base, 'Copy', 'media'))).toEqual([`${hash}.mp3`]);
  });

  test('says in a sentence which file is missing, or is another one, and where it belongs', async () => {
    const { base, folder, hero, ann, media } = await fresh();
    const hash = await media.keep(bytes);
    await ann.save(folder, sampleProject(hero.hash, { sounds: [song('sound-1', 'Song', hash)] }));
    await rm(join(base, 'media'), { recursive: true });
    const file = { fileName: 'Song.MP3', hash };
    await writeFile(join(folder, 'media', `${hash}.mp3`), 'something else');
    await expect(media.read(file, folder)).rejects.toThrow(
      `the file "Song.MP3" is not the file that the project was made with: put the original back as media/${hash}.mp3`,
    );
    await rm(join(folder, 'media', `${hash}.mp3`));
    await expect(media.read(file, folder)).rejects.toThrow('the file "Song.MP3" is missing: put the original back as media/');
    // It can be opened and saved without it.
    expect((await ann.open(folder)).project.sounds).toHaveLength(1);
    await ann.saveChange(folder, putSounds(song('sound-7', 'Song', hash)));
    expect((await ann.open(folder)).project.sounds).toHaveLength(2);
  });

  test('keeps what two people add at the same time, also under the same id', async () => {
    const { folder, hero, ann, bob, media } = await fresh();
    const hash = await media.keep(bytes);
    await ann.save(folder, sampleProject(hero.hash));
    await ann.saveChange(folder, putSounds(song('sound-1', 'Song', hash)));
    const saved = await bob.saveChange(folder, putSounds(song('sound-1', 'Voice', hash)));
    expect(saved?.notes.join(' ')).toContain('The sound “Voice” was also changed by somebody else');
    const names = (await bob.open(folder)).project.sounds!.map(({ name }) => name);
    expect(names.toSorted()).toEqual(['Song', 'Voice (2)']);
  });

  test('never touches one that it could not read, and says why', async () => {
    const { folder, hero, ann, media } = await fresh();
    const hash = await media.keep(bytes);
    await ann.save(folder, sampleProject(hero.hash, { sounds: [song('sound-1', 'Song', hash)] }));
    const path = join(folder, 'sounds', 'sound-1.json');
    const damaged = (await readFile(path, 'utf8')).replace('1.5', '7');
    await writeFile(path, damaged);
    const opened = await ann.open(folder);
    expect(opened.project).not.toHaveProperty('sounds');
    expect(opened.warnings.join(' ')).toMatch(/sounds\/sound-1\.json was left out: .*volume/);
    await ann.saveChange(folder, putSounds(song('sound-1', 'Song', hash)));
    await ann.saveChange(folder, { changed: {}, sounds: { removed: ['sound-1'], put: [], bases: {} } });
    expect(await readFile(path, 'utf8')).toBe(damaged);
  });

  test('comes back from a journal', async () => {
    const { base, folder, hero, ann, media } = await fresh();
    const hash = await media.keep(bytes);
    await ann.save(folder, sampleProject(hero.hash));
    const journal = createJournal(join(base, 'journal'));
    await journal.append({ label: 'Everything', folder, changed: {}, onSaved: true });
    await journal.append({ label: 'Add', folder, ...putSounds(song('sound-1', 'Song', hash)) });
    await journal.release();
    const found = await createJournal(join(base, 'journal')).recover();
    const { saved } = decode(found!.work) as UnsavedWork;
    expect(saved!.change.sounds?.put.map(({ item }) => item)).toEqual([song('sound-1', 'Song', hash)]);
  });
});

describe('a scene of several actors', () => {
  test('is saved and opened with all their characters, each once', async () => {
    const { folder, hero, knight, ann } = await fresh();
    const actors = [
      actor('actor-3', knight.hash),
      actor('actor-2', knight.hash, { unkeyed: unkeyedAt([0, 1, 0]), place: { at: [0, 0, 0], turn: 0 } }),
    ];
    const project = sampleProject(hero.hash, { actors, workedOn: 'actor-2', place: { at: [3, 0, 0], turn: 0 } });
    await ann.save(folder, project);
    const opened = await ann.open(folder);
    expect(opened.project).toEqual(withPictureFiles(project));
    expect(opened.character.hash).toBe(hero.hash);
    expect(opened.others.map(({ hash }) => hash)).toEqual([knight.hash]);
    expect(opened.warnings).toEqual([]);
  });

  test('has of each actor what is keyed for all, and what is not for its user alone', async () => {
    const { folder, hero, knight, ann, bob } = await fresh();
    await ann.save(
      folder,
      sampleProject(hero.hash, { actors: [actor('actor-2', knight.hash, { unkeyed: unkeyedAt([0, 1, 0]) })] }),
    );
    const [theirs] = (await bob.open(folder)).project.actors!;
    expect(theirs).toEqual(actor('actor-2', knight.hash));
    expect(await readFile(join(folder, 'actors', 'actor-2.json'), 'utf8')).not.toContain('unkeyed');
  });

  test('is kept without its first actor, where another has moved that meanwhile', async () => {
    const { folder, hero, knight, ann, bob } = await fresh();
    const place = { at: [1, 0, 0] as const, turn: 0 };
    await ann.save(folder, sampleProject(hero.hash, { actors: [actor('actor-2', knight.hash)], place }));
    await bob.saveChange(folder, { changed: { place: { ...place, turn: 1 } }, before: { place } });
    await ann.saveChange(folder, { changed: { place: { ...place, isOut: true } }, before: { place } });
    expect((await bob.open(folder)).project.place).toEqual({ at: [1, 0, 0], turn: 1, isOut: true });
    // Nothing else is told of a place at the origin.
    const back = {
      changed: { place: { at: [0, 0, 0], turn: 0 } },
      before: { place: { ...place, turn: 1, isOut: true } },
    } as const;
    await ann.saveChange(folder, back);
    expect((await ann.open(folder)).project).not.toHaveProperty('place');
  });

  test('keeps the actors that two people add at the same time, also under the same id', async () => {
    const { folder, hero, knight, ann, bob } = await fresh();
    await ann.save(folder, sampleProject(hero.hash));
    const [mine, yours] = [
      actor('actor-2', knight.hash, { name: 'Lancelot' }),
      actor('actor-2', knight.hash, { name: 'Gawain' }),
    ];
    await ann.saveChange(folder, added(mine));
    const saved = await bob.saveChange(folder, added(yours, actor('actor-9', knight.hash)));
    expect(saved?.notes.join(' ')).toContain('“Gawain” was also changed by somebody else');
    expect(saved?.theirs.actors?.put.map(({ item }) => item.name)).toEqual(['Lancelot']);
    const names = (await bob.open(folder)).project.actors!.map(({ name }) => name);
    expect(names.toSorted()).toEqual(['Gawain (2)', 'Lancelot', 'Sir actor-9']);
    expect(await readdir(join(folder, 'characters'))).toHaveLength(2);
  });

  test('never touches an actor that it could not read', async () => {
    const { folder, hero, knight, ann } = await fresh();
    await ann.save(folder, sampleProject(hero.hash, { actors: [actor('actor-2', knight.hash)] }));
    const path = join(folder, 'actors', 'actor-2.json');
    const damaged = (await readFile(path, 'utf8')).replace('"version": 3', '"version": 99');
    await writeFile(path, damaged);
    const opened = await ann.open(folder);
    expect(opened.project).not.toHaveProperty('actors');
    expect(opened.warnings.join(' ')).toContain('actors/actor-2.json was left out: this project was saved by a newer Limber');
    await ann.saveChange(folder, added(actor('actor-2', knight.hash)));
    expect(await readFile(path, 'utf8')).toBe(damaged);
    await ann.saveChange(folder, { changed: {}, actors: { removed: ['actor-2'], put: [], bases: {} } });
    expect(await readFile(path, 'utf8')).toBe(damaged);
  });

  test('keeps in an actor’s file what the rig of whoever saves does not know', async () => {
    const { folder, hero, knight, ann } = await fresh();
    const tail = { joint: 'tail', interpolation: 'linear', times: [0], values: [0, 0, 0, 1] } as const;
    const [{ tracks }] = Object.values(actor('actor-2', knight.hash).motions) as [ActorData['motions'][string]];
    const { rig } = actor('actor-2', knight.hash);
    const both = actor('actor-2', knight.hash, {
      motions: { 'clip-1': { tracks: [...tracks, tail] }, 'clip-2': { tracks: [tail] } },
      rig: { ...rig, limits: { ...rig.limits, tail: { kind: 'free' } } },
    });
    await ann.save(folder, sampleProject(hero.hash, { actors: [both] }));
    const { revisions } = await ann.open(folder);
    // Somebody whose rig has no tail moves the actor and changes its keys.
    const edited = actor('actor-2', knight.hash, { place: { at: [7, 0, 0], turn: 0 }, motions: { 'clip-1': { tracks } } });
    const bases = { 'actor-2': revisions['actors/actor-2.json']! };
    const joints = ['hips', 'shin', 'thigh', 'arm.l#2'];
    const known = { joints: [], expressions: [], slides: 0, actors: { 'actor-2': { joints, expressions: [], slides: 0 } } };
    await ann.saveChange(folder, { changed: {}, actors: { removed: [], put: [{ item: edited }], bases } }, { known });
    const [found] = (await ann.open(folder)).project.actors!;
    expect(found!.place.at[0]).toBe(7);
    expect(found!.motions['clip-1']!.tracks.map(({ joint }) => joint)).toContain('tail');
    expect(found!.motions['clip-2']!.tracks).toEqual([tail]);
    expect(found!.rig.limits['tail']).toEqual({ kind: 'free' });
    // Taken out of the scene and put back, it has all of it again; another character in its place has none.
    const out = { changed: {}, actors: { removed: ['actor-2'], put: [] } };
    const later = { ...known, actors: {} };
    await ann.saveChange(folder, out, { known: later });
    await ann.saveChange(folder, added(edited), { known });
    const [back] = (await ann.open(folder)).project.actors!;
    expect(back).toEqual(found);
    await ann.saveChange(folder, out, { known: later });
    await ann.saveChange(folder, added({ ...edited, hash: hero.hash }), { known });
    expect((await ann.open(folder)).project.actors![0]!.motions).not.toHaveProperty('clip-2');
  });

  test('is opened without an actor whose file is gone, which stays in the project', async () => {
    const { base, folder, hero, knight, ann } = await fresh();
    await ann.save(folder, sampleProject(hero.hash, { actors: [actor('actor-2', knight.hash)] }));
    await rm(join(folder, 'characters', `${knight.hash}.glb`));
    await rm(join(base, 'cache'), { recursive: true, force: true });
    const opened = await ann.open(folder);
    expect(opened.others).toEqual([]);
    expect(opened.project.actors).toHaveLength(1);
    expect(opened.warnings.join(' ')).toContain('"Sir actor-2" is not shown: the project\'s character "knight.glb" is missing');
  });

  test('comes back from a journal, with what was done to each actor', async () => {
    const { base, folder, hero, knight, ann } = await fresh();
    await ann.save(folder, sampleProject(hero.hash, { actors: [actor('actor-2', knight.hash)] }));
    const journal = createJournal(join(base, 'journal'));
    const place = { at: [9, 0, 0], turn: 0 } as const;
    await journal.append({ label: 'Everything', folder, changed: {}, onSaved: true });
    await journal.append({ label: 'Add', folder, ...added(actor('actor-5', knight.hash)) });
    const moved = actor('actor-2', knight.hash, { place });
    await journal.append({ label: 'Move', folder, changed: {}, actors: { removed: [], put: [{ item: moved }] } });
    await journal.release();
    const found = await createJournal(join(base, 'journal')).recover();
    expect(found?.edits).toBe(2);
    expect(found?.actors.map(({ hash }) => hash)).toEqual([knight.hash, knight.hash]);
    const { project, saved } = decode(found!.work) as UnsavedWork;
    const actors = applyListChange(project.actors!, saved!.change.actors!);
    expect(actors.map(({ id, place: at }) => [id, at.at[0]])).toEqual([
      ['actor-2', 9],
      ['actor-5', 1],
    ]);
    expect(saved!.change.actors?.put).toHaveLength(2);
  });
});

const camera = (id: string, name: string): CameraData => {
  const shot = { position: [0, 1, 4], rotation: [0, 0, 0, 1], focalLength: 50, distance: 4 } as const;
  const keys = [0, 1].map((time) => ({ time, ...shot, interpolation: 'cubic' as const }));
  return { id, name, aspect: 1.5, rest: shot, motions: { 'clip-1': { keys } } };
};

const putCameras = (...items: CameraData[]) => ({
  changed: {},
  cameras: { removed: [], put: items.map((item) => ({ item })), bases: Object.fromEntries(items.map(({ id }) => [id, null])) },
});

describe('a scene with cameras', () => {
  test('is saved with a file each, one key a line, in the order of its user', async () => {
    const { folder, hero, ann } = await fresh();
    const project = sampleProject(hero.hash, { cameras: [camera('camera-2', 'Near'), camera('camera-1', 'Wide')] });
    await ann.save(folder, project);
    expect((await ann.open(folder)).project).toEqual(withPictureFiles(project));
    const lines = (await readFile(join(folder, 'cameras', 'camera-1.json'), 'utf8')).split('\n');
    expect(lines.filter((line) => line.includes('"time":'))).toHaveLength(2);
  });

  test('keeps what two people add under the same id, and never touches a file that it could not read', async () => {
    const { folder, hero, ann, bob } = await fresh();
    await ann.save(folder, sampleProject(hero.hash));
    await ann.saveChange(folder, putCameras(camera('camera-1', 'Wide')));
    const saved = await bob.saveChange(folder, putCameras(camera('camera-1', 'Near')));
    expect(saved?.notes.join(' ')).toContain('The camera “Near” was also changed by somebody else');
    expect((await bob.open(folder)).project.cameras!.map(({ name }) => name).toSorted()).toEqual(['Near (2)', 'Wide']);
    const path = join(folder, 'cameras', 'camera-1.json');
    const damaged = (await readFile(path, 'utf8')).replace('"aspect": 1.5', '"aspect": 0');
    await writeFile(path, damaged);
    const opened = await ann.open(folder);
    expect(opened.warnings.join(' ')).toMatch(/cameras\/camera-1\.json was left out: .*aspect/);
    expect(opened.project.cameras).toHaveLength(1);
    await writeFile(
      path,
      damaged.replace('"aspect": 0', '"aspect": 1.5').replaceAll(/"rotation":\s*\[[^\]]*\]/g, '"rotation": [0, 0, 0, 2]'),
    );
    expect((await ann.open(folder)).warnings.join(' ')).toMatch(/camera-1\.json was left out: .*expected a unit quaternion/);
    await writeFile(path, damaged);
    await ann.saveChange(folder, { changed: {}, cameras: { removed: ['camera-1'], put: [], bases: {} } });
    expect(await readFile(path, 'utf8')).toBe(damaged);
  });

  test('is seen by others as it is written, and comes back from a journal', async () => {
    const { base, folder, hero, ann } = await fresh();
    await ann.save(folder, sampleProject(hero.hash));
    const journal = createJournal(join(base, 'journal'));
    await journal.append({ label: 'Everything', folder, changed: {}, onSaved: true });
    await journal.append({ label: 'Add', folder, ...putCameras(camera('camera-1', 'Wide')) });
    await journal.release();
    const found = await createJournal(join(base, 'journal')).recover();
    const { saved } = decode(found!.work) as UnsavedWork;
    expect(saved!.change.cameras?.put.map(({ item }) => item)).toEqual([camera('camera-1', 'Wide')]);
  });
});

test('takes another file for its character from who knows whose project it is, with its limits, and from nobody else', async () => {
  const { folder, hero, knight, ann } = await fresh();
  const { rig, ...project } = sampleProject(hero.hash);
  const limited = { ...rig, stiffness: { elbow: 0.25 } };
  await ann.save(folder, { ...project, rig: limited });
  const character = { ...project.character, hash: knight.hash };
  await expect(ann.saveChange(folder, { changed: { character } })).rejects.toThrow(/holds a project of another character/);
  const before = { character: { ...project.character, hash: 'cd'.repeat(32) } };
  await expect(ann.saveChange(folder, { changed: { character }, before })).rejects.toThrow(/of another character/);
  await ann.saveChange(folder, { changed: { character }, before: { character: project.character } });
  const opened = await ann.open(folder);
  expect(opened.project.character.hash).toBe(knight.hash);
  expect(opened.character.hash).toBe(knight.hash);
  expect(opened.project.rig).toEqual(limited);
});
