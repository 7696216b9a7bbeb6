import { mkdir, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { createProjects } from '../../../../electron/services/projects.ts';
import { freshCharacters } from '../../services/fresh-characters.ts';
import { sampleProject } from '../../services/sample-project.ts';

test('a save into a folder whose lock is dated an hour ahead, with nobody behind it, takes it over and says so @all', async () => {
  const { base, characters, hash } = await freshCharacters();
  const folder = join(base, 'Hero');
  const projects = createProjects(characters, () => {}, 'ann');
  expect((await projects.save(folder, sampleProject(hash))).notes).toEqual([]);
  const lock = join(folder, '.limber.lock');
  await mkdir(lock);
  const ahead = new Date(Date.now() + 3_600_000);
  await utimes(lock, ahead, ahead);
  let now = 1_000_000;
  vi.spyOn(performance, 'now').mockImplementation(() => (now += 6000));
  try {
    const { notes } = await projects.save(folder, { ...sampleProject(hash), name: 'Later' });
    expect(notes).toEqual([
      expect.stringMatching(/^a lock of "Hero" dated in the future gave no sign of life and was taken over: check the clock/),
    ]);
  } finally {
    vi.restoreAllMocks();
  }
  expect((await projects.open(folder)).project.name).toBe('Later');
  expect((await projects.save(folder, sampleProject(hash))).notes).toEqual([]);
});
