import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parameterSchemas } from '../../../electron/ipc.ts';
import { createUserSettings } from '../../../electron/services/user-settings.ts';
import { createPathGuard } from '../../../electron/services/path-guard.ts';
import { freshServices } from './fresh-services.ts';

const folder = () => mkdtempSync(join(tmpdir(), 'limber-settings-'));

test('settings are there again at the next start, and what is not kept any more is gone', async () => {
  const data = folder();
  const first = createUserSettings(data);
  expect(await first.read()).toEqual({});
  await first.keep({ scale: 1.5, theme: 'light', keys: { 'file.save': ['Mod+Alt+S'] } });
  expect(await createUserSettings(data).read()).toEqual({ scale: 1.5, theme: 'light', keys: { 'file.save': ['Mod+Alt+S'] } });
  await first.keep({ theme: 'light' });
  expect(JSON.parse(readFileSync(join(data, 'settings.json'), 'utf8'))).toEqual({ theme: 'light' });
});

test.each([
  ['not json', {}],
  ['[]', {}],
  ['{"scale":9,"theme":"pink","keyMap":"maya","ofALaterVersion":1}', { keyMap: 'maya' }],
  ['{"keys":{"a":[1]},"view":{"grid":false}}', { view: { grid: false } }],
])('a file that was spoiled gives what of it can be used: %s', async (text, expected) => {
  const data = folder();
  writeFileSync(join(data, 'settings.json'), text);
  expect(await createUserSettings(data).read()).toEqual(expected);
});

test('a window may send only settings that there are, with values that they may have', () => {
  const schema = parameterSchemas['settings.keep'];
  expect(schema.parse([{ scale: 2, projectsFolder: null }])).toEqual([{ scale: 2, projectsFolder: null }]);
  for (const wrong of [{ scale: 2.1 }, { scale: Number.NaN }, { theme: 'pink' }, { other: 1 }, { keys: { a: 'b' } }])
    expect(schema.safeParse([wrong]).success).toBe(false);
});

test.each([
  ['electron', true],
  ['browser', false],
] as const)('a folder that was set is open again at the next start in %s: %s', async (host, isOpen) => {
  const { services, folder: documents, restart } = await freshServices();
  await services['settings.keep']({ exportsFolder: join(documents, 'out') });
  const paths = createPathGuard([]);
  const app = { version: '1.2.3', host, platform: 'linux', documentsFolder: documents } as const;
  await restart({ paths, app })['settings.read']();
  expect(paths.allows(join(documents, 'out'))).toBe(isOpen);
});
