import { mkdtemp, realpath } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createCharacters, type Characters } from '../../../electron/services/characters.ts';
import { HERO } from './fresh-services.ts';

/** A folder of its own, with a cache that has one character. */
export async function freshCharacters(): Promise<{ base: string; cache: string; characters: Characters; hash: string }> {
  const base = await realpath(await mkdtemp(join(tmpdir(), 'limber-projects-')));
  const cache = join(base, 'cache');
  const characters = createCharacters({ cacheFolder: cache, mannequinPath: '' });
  const { hash } = await characters.openBytes('hero.glb', HERO);
  return { base, cache, characters, hash };
}
