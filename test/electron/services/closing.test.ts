import { existsSync, globSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { createPendingWork } from '../../../electron/services/pending-work.ts';
import { glbOf } from '../../core/formats/build-glb.ts';
import { freshServices, HERO } from './fresh-services.ts';
import { sampleProject } from './sample-project.ts';
import { offeredProject } from '../../helpers/unsaved-work.ts';

const OTHER = glbOf({ asset: { version: '2.0' }, nodes: [{ name: 'spine' }] });

async function hasEnded(work: Promise<unknown>): Promise<boolean> {
  return Promise.race([work.then(() => true), setImmediate(false)]);
}

describe('a program that closes', () => {
  test('writes nothing any more: not what was asked for, and not what it does by itself', async () => {
    const { services, folder, close } = await freshServices();
    const { hash } = await services['character.openPath'](join(folder, 'hero.glb'));
    const project = sampleProject(hash);
    const asked = Promise.allSettled([
      services['app.startup'](),
      services['journal.append']({ label: 'Move', folder: null, changed: project }),
      services['project.save'](join(folder, 'dance'), project),
      services['character.openBytes']('other.glb', OTHER),
      services['recent.list'](),
    ]);
    await close();
    expect(await hasEnded(asked)).toBe(true);
    const base = dirname(folder);
    await rm(base, { recursive: true });
    await expect(services['journal.append']({ label: 'Move', folder: null, changed: project })).rejects.toThrow(
      'Limber is closing',
    );
    await expect(services['character.openBytes']('hero.glb', HERO)).rejects.toThrow('Limber is closing');
    expect(existsSync(base)).toBe(false);
  });

  test('finishes the save that was asked for, and leaves later edits to the next start at once', async () => {
    const { services, folder, close, restart } = await freshServices();
    const { hash } = await services['character.openPath'](join(folder, 'hero.glb'));
    const saved = services['project.save'](join(folder, 'dance'), sampleProject(hash));
    const kept = services['journal.append']({ label: 'Move', folder: null, changed: sampleProject(hash, { name: 'Later' }) });
    await close();
    await Promise.all([saved, kept]);
    expect(globSync('**/*.lock', { cwd: dirname(folder) })).toEqual([]);
    const next = restart();
    expect((await next['project.open'](join(folder, 'dance'))).project.name).toBe(sampleProject(hash).name);
    expect(offeredProject(await next['app.startup']()).name).toBe('Later');
  });

  test('ends what it reads and exports, of which nothing is left', async () => {
    const { services, folder, close } = await freshServices();
    const opening = Promise.allSettled([services['character.openPath'](join(folder, 'hero.glb'), undefined, 'opening')]);
    await close();
    expect(await opening).toMatchObject([{ status: 'rejected', reason: { message: 'cancelled' } }]);
  });

  test('waits for work that fails as for work that succeeds', async () => {
    const pending = createPendingWork();
    const order: string[] = [];
    const work = pending.run(async () => {
      await setImmediate();
      order.push('failed');
      throw new Error('refused');
    });
    const drained = pending.drain().then(() => order.push('drained'));
    await expect(work).rejects.toThrow('refused');
    await drained;
    expect(order).toEqual(['failed', 'drained']);
  });
});
