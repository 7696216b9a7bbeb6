import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findBrowser } from '../../../build/scripts/browser.ts';
import { MANNEQUIN } from '../../helpers/mannequin.ts';
import { expect, test } from './desktop.ts';
import { describeProcesses, processesAt } from './processes.ts';
import { runProgram, type Run } from './run-program.ts';

/** Makes a project with a clip of two keys, and the clip as a file of its own. */
const SCRIPT = `export default async (limber, character) => {
  await limber.createProject({ character, folder: 'Wave' });
  await limber.setKey({ frame: 0 });
  await limber.poseByGoals({ goals: { leftHand: [0.5, 1.5, 0.2] } });
  await limber.setKey({ frame: 8 });
  await limber.exportClip({ path: 'wave.bvh' });
};`;

const BATCH = {
  version: 1,
  tasks: [{ command: 'convert', source: 'wave.bvh', out: 'batch/{source}.glb' }],
};

/** One message of a client of the Model Context Protocol, a line. */
const HELLO = `${JSON.stringify({
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'journey', version: '1' } },
})}\n`;

/** What is called, in this order, and what it makes: files in the working folder, or words that it prints. */
const COMMANDS: readonly { readonly given: readonly string[]; readonly makes: string | RegExp; readonly input?: string }[] = [
  { given: ['--version'], makes: /^\d+\.\d+\.\d+\n$/ },
  { given: ['--help'], makes: /retarget .*\n[^]*The studio:/ },
  { given: ['inspect', MANNEQUIN], makes: /humanoid/i },
  { given: ['run', 'wave.mjs', MANNEQUIN], makes: 'wave.bvh' },
  {
    given: ['solve', MANNEQUIN, '--goal', 'leftHand=0.4,1.2,0.3', '--pin', 'leftFoot', '--out', 'posed.glb'],
    makes: 'posed.glb',
  },
  { given: ['retarget', 'wave.bvh', '--onto', MANNEQUIN, '--out', 'retargeted.glb'], makes: 'retargeted.glb' },
  { given: ['bake', 'Wave', '--out', 'baked.glb'], makes: 'baked.glb' },
  { given: ['batch', 'batch.json'], makes: 'batch/wave.glb' },
  { given: ['render', 'Wave', '--size', '64x48', '--out', 'pose.png'], makes: 'pose.png' },
  { given: ['mcp', '.'], makes: /"serverInfo"/, input: HELLO },
];

for (const [hasDisplay, title] of [
  [false, 'the program answers commands without a display, whichever switch an AppImage puts first'],
  [true, 'the program answers commands on a display, whichever switch an AppImage puts first @all'],
] as const) {
  test(title, async ({ desktop }) => {
    const folder = join(desktop.home, 'work ü');
    await mkdir(folder);
    await writeFile(join(folder, 'wave.mjs'), SCRIPT);
    await writeFile(join(folder, 'batch.json'), JSON.stringify(BATCH));
    const { DISPLAY, ...without } = desktop.environment;
    // The folder of a browser that draws tells whose it is.
    const temporary = join(desktop.home, 'temporary');
    await mkdir(temporary);
    const environment = { ...without, ...(hasDisplay && { DISPLAY }), LIMBER_CHROMIUM: findBrowser() ?? '', TMPDIR: temporary };
    for (const { given, makes, input } of COMMANDS) {
      const { code, printed, noted } = await runIn(desktop.folder, folder, environment, given, input);
      expect(noted.replaceAll(/^.*(ERROR:bus.cc|dbus).*$/gm, '').trim(), given[0]).not.toMatch(/ERROR|Segmentation/);
      expect(code, `${given[0]}: ${noted}`).toBe(0);
      if (typeof makes === 'string') expect(existsSync(join(folder, makes)), makes).toBe(true);
      else expect(printed).toMatch(makes);
    }
    // Neither a program nor a browser that drew is left.
    await expect.poll(() => describeProcesses(processesAt(desktop.home))).toEqual([]);
    const refused = await runIn(desktop.folder, folder, environment, ['inspect', 'none.glb']);
    expect(refused).toMatchObject({ code: 2, noted: expect.stringContaining('none.glb" does not exist') });
    // The first bytes of a PNG.
    expect((await readFile(join(folder, 'pose.png'))).subarray(1, 4).toString('latin1')).toBe('PNG');
    // One folder for the program's own files, however it is started.
    const own = join(desktop.home, '.config');
    expect((existsSync(own) ? await readdir(own) : []).filter((name) => /limber/i.test(name) && name !== 'limber')).toEqual([]);
  });
}

test('the launcher of an installed program needs neither a display nor the sandbox for a command @all', async ({ desktop }) => {
  const { DISPLAY: _, ...environment } = desktop.environment;
  const launcher = join(desktop.folder, 'resources', 'bin', 'limber');
  const { code, printed } = await runProgram(launcher, ['inspect', MANNEQUIN, '--json'], { environment, folder: desktop.home });
  expect(code).toBe(0);
  expect(JSON.parse(printed)).toHaveProperty('humanoid');
});

/** Starts the program as an AppImage does where the system refuses user namespaces. */
function runIn(
  packed: string,
  folder: string,
  environment: NodeJS.ProcessEnv,
  given: readonly string[],
  input = '',
): Promise<Run> {
  return runProgram(join(packed, 'limber'), ['--no-sandbox', ...given], { environment, folder, input });
}
