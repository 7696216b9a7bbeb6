import { afterEach, expect, test, vi } from 'vitest';
import { pictureFile, type SavedPose } from '../../../../../core/library/saved-pose.ts';
import { posePicturesOf } from '../../../../../renderer/state/library/pictures/pose-pictures.ts';
import { createStudio } from '../../../../../renderer/state/studio.ts';
import type { Desktop } from '../../../../../electron/contract.ts';

afterEach(() => vi.restoreAllMocks());

function savedAs(id: string, thumbnail = pictureFile(id)): SavedPose {
  return { id, name: id, tags: [], folder: '', isFavourite: false, pose: new Float64Array(7), joints: [0], thumbnail };
}

const noDrawing = async () => '';

function pictures() {
  const asked: (readonly string[])[] = [];
  const revoked: string[] = [];
  let made = 0;
  vi.spyOn(URL, 'createObjectURL').mockImplementation(() => `blob:${++made}`);
  vi.spyOn(URL, 'revokeObjectURL').mockImplementation((address) => void revoked.push(address));
  const call = async (_name: string, _folder: string, ids: readonly string[]) => {
    asked.push(ids);
    return ids.map((id) => (id === 'gone' ? null : new Uint8Array([1])));
  };
  const studio = createStudio({ call } as unknown as Desktop);
  return { shown: posePicturesOf(studio), studio, asked, revoked };
}

const arrived = (shown: ReturnType<typeof pictures>['shown']) => new Promise<void>((done) => shown.subscribe(done));

test('pictures that come into view together are read in one message, each once', async () => {
  const { shown, asked } = pictures();
  const poses = ['a', 'b', 'gone'].map((id) => savedAs(id));
  for (const saved of [...poses, ...poses]) shown.see('/lib', saved, noDrawing);
  expect(shown.addressOf('/lib', poses[0]!)).toBeNull();
  await arrived(shown);
  expect(asked).toEqual([['a', 'b', 'gone']]);
  expect(poses.map((saved) => shown.addressOf('/lib', saved))).toEqual(['blob:1', 'blob:2', null]);
  for (const saved of poses) shown.see('/lib', saved, noDrawing);
  await Promise.resolve();
  expect(asked).toHaveLength(1);
  // Another content, and another folder, have other pictures.
  expect(shown.addressOf('/lib', savedAs('a', pictureFile('a', 'f00')))).toBeNull();
  expect(shown.addressOf('/other', poses[0]!)).toBeNull();
});

test('a picture that was drawn is its own address, and one of no folder is none', () => {
  const { shown, asked } = pictures();
  expect(shown.addressOf('/lib', savedAs('a', 'data:image/png;base64,AAAA'))).toBe('data:image/png;base64,AAAA');
  expect(shown.addressOf('/lib', savedAs('a', ''))).toBe('');
  expect(shown.addressOf(null, savedAs('a'))).toBe('');
  shown.see(null, savedAs('a'), noDrawing);
  expect(asked).toEqual([]);
});

test('of many pictures those go that were seen longest ago', async () => {
  const { shown, revoked } = pictures();
  const all = Array.from({ length: 600 }, (_, i) => savedAs(`p${i}`));
  const batches = new Promise<void>((done) => {
    let left = 10;
    shown.subscribe(() => --left === 0 && done());
  });
  for (const saved of all) shown.see('/lib', saved, noDrawing);
  await batches;
  shown.see('/lib', all[0]!, noDrawing);
  shown.see('/lib', savedAs('more'), noDrawing);
  await arrived(shown);
  expect(revoked).toEqual(['blob:2']);
  expect(shown.addressOf('/lib', all[0]!)).toBe('blob:1');
  expect(shown.addressOf('/lib', all[1]!)).toBeNull();
});

test('a pose without a picture is drawn when it is seen, once on each character', async () => {
  const { shown, studio } = pictures();
  const drawn: string[] = [];
  const draw = async ({ id }: SavedPose) => {
    drawn.push(id);
    return `data:${id} ${drawn.length}`;
  };
  const [none, gone, unsaved] = [savedAs('none', ''), savedAs('gone'), savedAs('unsaved')];
  const came = (saved: SavedPose) => shown.addressOf(saved === unsaved ? null : '/lib', saved)?.startsWith('data:');
  const three = new Promise<void>((done) => void shown.subscribe(() => [none, gone, unsaved].every(came) && done()));
  shown.see('/lib', none, draw);
  shown.see('/lib', none, draw);
  shown.see(null, unsaved, draw);
  shown.see('/lib', gone, draw);
  // It comes.
  expect(shown.addressOf('/lib', none)).toBeNull();
  await three;
  expect([...drawn].sort()).toEqual(['gone', 'none', 'unsaved']);
  expect(shown.addressOf('/lib', none)).toMatch(/^data:none/);
  expect(shown.addressOf('/lib', gone)).toMatch(/^data:gone/);
  expect(shown.addressOf(null, unsaved)).toMatch(/^data:unsaved/);
  shown.see('/lib', none, draw);
  expect(drawn).toHaveLength(3);
  const another = new Promise<void>((done) => void shown.subscribe(() => shown.addressOf('/lib', none) && done()));
  studio.setState({ document: { rig: {} } } as never);
  expect(shown.addressOf('/lib', none)).toBe('');
  shown.see('/lib', none, draw);
  await another;
  expect(shown.addressOf('/lib', none)).toBe('data:none 4');
});

test('a picture that cannot be drawn is none, once that was tried', async () => {
  const { shown } = pictures();
  const saved = savedAs('none', '');
  const told = new Promise<void>((done) => void shown.subscribe(() => shown.addressOf(null, saved) === '' && done()));
  shown.see(null, saved, noDrawing);
  expect(shown.addressOf(null, saved)).toBeNull();
  await told;
});
