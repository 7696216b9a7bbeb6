import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { Client } from '@modelcontextprotocol/client';
import { getDefaultEnvironment, StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readProjectFolder } from '../../../../electron/files/project/project-folder.ts';
import { MANNEQUIN } from '../../../helpers/mannequin.ts';
import { filesIn, writeMotions } from '../batch/small-batch.ts';
import { emptyFolder, limber } from '../fake-terminal.ts';

const PROGRAM = join(import.meta.dirname, '..', '..', '..', '..', 'electron', 'cli', 'limber.ts');

/** What clients hand on, and where the sources of the program lie compiled. */
const ENVIRONMENT = { ...getDefaultEnvironment(), NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] ?? '' };

let folder: string;
let writer: Client;
let reader: Client;

async function connect(...parameters: string[]): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [PROGRAM, 'mcp', ...parameters],
      env: ENVIRONMENT,
      stderr: 'ignore',
    }),
  );
  return client;
}

type Answer = Readonly<Record<string, unknown>>;

async function ask<Wanted = Answer>(client: Client, name: string, given: object = {}): Promise<Wanted> {
  const { isError, content, structuredContent } = await client.callTool({ name, arguments: { ...given } });
  const [first] = content as { text: string }[];
  if (isError) throw new Error(first!.text);
  expect(JSON.parse(first!.text)).toEqual(structuredContent);
  return structuredContent as Wanted;
}

beforeAll(async () => {
  folder = join(await emptyFolder(), 'Bühne “zwei” & drei');
  await writeMotions([join(folder, 'arm.bvh')]);
  await cp(MANNEQUIN, join(folder, 'hero.glb'));
  await cp(MANNEQUIN, join(dirname(folder), 'outside.glb'));
  [writer, reader] = await Promise.all([connect(folder, '--write'), connect(folder)]);
}, 90_000);

afterAll(async () => {
  await Promise.all([writer?.close(), reader?.close()]);
});

test('an assistant makes a project, poses, keys, retargets, checks and exports, and undoes it step by step', async () => {
  expect(await ask(writer, 'listFiles')).toMatchObject({ files: ['arm.bvh', 'hero.glb'], isProject: false });
  expect(await ask(writer, 'inspectFile', { path: 'arm.bvh' })).toMatchObject({ clips: [{ name: 'arm' }] });
  const made = await ask(writer, 'createProject', { character: 'hero.glb', folder: 'Höld' });
  expect(made).toMatchObject({ name: 'Höld', pins: { leftFoot: 'place and direction' }, undo: [] });
  const project = join(folder, 'Höld');
  const before = await filesIn(project);

  const target = [0.4, 1.3, 0.3];
  expect(await ask(writer, 'poseByGoals', { goals: { leftHand: target } })).toMatchObject({ reached: true, lost: [] });
  const { handles } = await ask<{ handles: Record<string, number[]> }>(writer, 'describePose');
  handles['leftHand']!.forEach((value, axis) => expect(value).toBeCloseTo(target[axis]!, 2));
  await ask(writer, 'setKey', { frame: 15 });
  const { id } = await ask<{ id: string }>(writer, 'savePose', { name: 'Reach', tags: ['arm'], folder: 'Hands' });
  expect(await ask(writer, 'searchPoses', { text: 'reach' })).toMatchObject({ found: 1, poses: [{ id, tags: ['arm'] }] });
  expect(await ask(writer, 'searchPoses', { near: { leftHand: target } })).toMatchObject({ poses: [{ id }] });
  // A folder is looked into as the project's own library is, and nothing outside those that were named.
  expect(await ask(writer, 'searchPoses', { text: 'reach', library: project })).toMatchObject({ found: 1, poses: [{ id }] });
  await expect(ask(writer, 'searchPoses', { library: dirname(folder) })).rejects.toThrow('outside the folders');
  await expect(ask(writer, 'applyPose', { pose: 'Sit', library: project })).rejects.toThrow('the library holds no pose "Sit"');
  await ask(writer, 'resetPose');
  expect(await ask(writer, 'applyPose', { pose: 'Reach' })).toMatchObject({ step: 'Apply “Reach”' });
  expect(await ask(writer, 'retarget', { source: 'arm.bvh', name: 'Turn' })).toMatchObject({ clip: { name: 'Turn' } });
  expect(await ask(writer, 'lint', { all: true })).toMatchObject({ clips: [{ clip: 'Clip 1' }, { clip: 'Turn' }] });
  expect(await ask(writer, 'exportClip', { path: 'out/turn.glb', clip: 'Turn' })).toMatchObject({ reread: {} });
  await expect(ask(writer, 'exportPose', { path: 'hero.glb' })).rejects.toThrow('is there already');

  // Everything is in the folder at once, for whoever opens it.
  const { project: saved } = await readProjectFolder(project);
  expect(saved.clips.map(({ name }) => name)).toEqual(['Clip 1', 'Turn']);
  expect(saved.poses.map(({ name }) => name)).toEqual(['Reach']);

  // Which clip is shown is no step.
  await ask(writer, 'chooseClip', { clip: 'Clip 1' });

  // Another session of the same user undoes what this one did, once this one is through with it.
  await ask(writer, 'createProject', { character: 'hero.glb', folder: 'Next' });
  const other = await connect(folder, '--write');
  const { undo } = await ask<{ undo: string[] }>(other, 'openProject', { path: 'Höld' });
  expect(undo).toEqual([
    'Retarget “Turn”',
    'Apply “Reach”',
    'Reset pose',
    'Save pose “Reach”',
    'Set key at frame 15',
    'Pose leftHand',
  ]);
  for (const label of undo) expect(await ask(other, 'undo')).toMatchObject({ step: label });
  await expect(ask(other, 'undo')).rejects.toThrow('there is no step to undo');
  const after = [...(await filesIn(project))].filter(([path]) => !path.includes('.steps'));
  expect(new Map(after)).toEqual(before);
  for (const label of undo.toReversed()) expect(await ask(other, 'redo')).toMatchObject({ step: label });
  await other.close();
  expect((await readProjectFolder(project)).project).toEqual({ ...saved, activeClip: 'clip-1' });
}, 90_000);

test('two assistants of one user at work in one project have each their own undo @all', async () => {
  await ask(writer, 'createProject', { character: 'hero.glb', folder: 'Both' });
  const other = await connect(folder, '--write');
  await ask(other, 'openProject', { path: 'Both' });
  const undoOf = async (client: Client) => (await ask<{ undo: string[] }>(client, 'describeProject')).undo;
  await ask(writer, 'createClip', { name: 'One' });
  await ask(other, 'createClip', { name: 'Two' });
  await ask(writer, 'savePose', { name: 'One' });
  await ask(other, 'savePose', { name: 'Two' });
  expect(await undoOf(writer)).toEqual(['Save pose “One”', 'Add clip “One”']);
  expect(await undoOf(other)).toEqual(['Save pose “Two”', 'Add clip “Two”']);
  expect(await ask(writer, 'undo')).toMatchObject({ step: 'Save pose “One”' });
  expect(await ask(other, 'undo')).toMatchObject({ step: 'Save pose “Two”' });
  expect(await ask(writer, 'undo')).toMatchObject({ step: 'Add clip “One”' });
  await expect(ask(writer, 'undo')).rejects.toThrow('there is no step to undo');
  expect(await ask(writer, 'redo')).toMatchObject({ step: 'Add clip “One”' });
  const { clips, poses } = (await readProjectFolder(join(folder, 'Both'))).project;
  expect(clips.map(({ name }) => name).toSorted()).toEqual(['Clip 1', 'One', 'Two']);
  expect(poses).toEqual([]);
  // Who ends leaves its steps to whoever comes next, and whoever is at work keeps its own.
  await other.close();
  const next = await connect(folder, '--write');
  expect(await ask(next, 'openProject', { path: 'Both' })).toMatchObject({ undo: ['Add clip “Two”'] });
  await next.close();
  expect(await undoOf(writer)).toEqual(['Add clip “One”']);
}, 90_000);

test('what others do meanwhile stays, and an undo does not take it back', async () => {
  await ask(writer, 'createProject', { character: 'hero.glb', folder: 'Shared' });
  const clip = join(folder, 'Shared', 'clips', 'clip-1.json');
  await ask(writer, 'changeClip', { name: 'Mine' });
  await writeFile(clip, (await readFile(clip, 'utf8')).replace('"Mine"', '"Theirs"'));
  await ask(writer, 'savePose', { name: 'Rest' });
  expect(await ask(writer, 'undo')).toMatchObject({ step: 'Save pose “Rest”' });
  await ask(writer, 'openProject', { path: 'Shared' });
  await expect(ask(writer, 'undo')).rejects.toThrow('there is no step to undo');
  expect(await readFile(clip, 'utf8')).toContain('"Theirs"');
});

test('a file that became unusable is told with the answer to the change that would have been written there', async () => {
  await ask(writer, 'createProject', { character: 'hero.glb', folder: 'Told' });
  await ask(writer, 'createClip', { name: 'Walk' });
  const clip = join(folder, 'Told', 'clips', 'clip-walk.json');
  await writeFile(clip, 'from elsewhere');
  const { content } = await writer.callTool({ name: 'changeClip', arguments: { name: 'Mine' } });
  const notes = (content as { text: string }[]).slice(1).map(({ text: note }) => note);
  // Whether it was seen before or when it was saved.
  expect(notes.join('\n')).toMatch(/clip-walk\.json was left out|The file of the clip “Mine” cannot be used .* and was left/);
  expect(await readFile(clip, 'utf8')).toBe('from elsewhere');
});

test('without --write there are only tools that look, and they change nothing', async () => {
  const { tools } = await reader.listTools();
  expect(tools.map(({ name }) => name)).toEqual([
    'listFiles',
    'inspectFile',
    'openProject',
    'describeProject',
    'chooseActor',
    'describePose',
    'searchPoses',
    'describeScene',
    'listContacts',
    'lint',
    'look',
  ]);
  expect(tools.every(({ annotations }) => annotations?.readOnlyHint === true)).toBe(true);
  await ask(writer, 'createProject', { character: 'hero.glb', folder: 'Looked at' });
  const before = await filesIn(join(folder, 'Looked at'));
  await ask(reader, 'openProject', { path: 'Looked at' });
  await ask(reader, 'lint');
  await expect(ask(reader, 'setKey', { frame: 3 })).rejects.toThrow(/setKey/);
  expect(await filesIn(join(folder, 'Looked at'))).toEqual(before);
});

test('paths lead nowhere else, through links neither', async () => {
  await mkdir(join(folder, 'links'), { recursive: true });
  await symlink(dirname(folder), join(folder, 'links', 'up'));
  const outside = 'is outside the folders that were opened to Limber';
  for (const path of ['../outside.glb', join(dirname(folder), 'outside.glb'), 'links/up/outside.glb']) {
    await expect(ask(writer, 'inspectFile', { path })).rejects.toThrow(outside);
  }
  await expect(ask(writer, 'createProject', { character: 'hero.glb', folder: '../Escaped' })).rejects.toThrow(outside);
  await expect(ask(writer, 'listFiles', { folder: '..' })).rejects.toThrow(outside);
});

test('bad input is refused in one sentence', async () => {
  await expect(ask(writer, 'poseByGoals', { goals: { leftHnad: [0, 1, 0] } })).rejects.toThrow(
    '"leftHnad" is neither a handle nor a humanoid bone; near it are "leftHand"',
  );
  await expect(ask(writer, 'setKey', { fraem: 3 })).rejects.toThrow('setKey: "fraem" is not a known field; near it is "frame"');
  await expect(ask(writer, 'setKey', { frame: 'last' })).rejects.toThrow(
    'setKey: frame: expected a number from 0 to 10000000, got "last"',
  );
  await expect(ask(writer, 'applyPose', { pose: 'Raech' })).rejects.toThrow('library');
  expect(await limber('mcp', join(folder, 'nowhere'))).toMatchObject({ exitCode: 2 });
});

test('the program answers what is no message line by line, says one line of its own, and ends with its input @all', async () => {
  const child = spawn(process.execPath, [PROGRAM, 'mcp', folder], { stdio: 'pipe' });
  const [told, noted] = [text(child.stdout), text(child.stderr)];
  const ended = once(child, 'exit');
  child.stdin.write('no JSON\n[]\nnull\n');
  child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping', params: { long: 'x'.repeat(11 * 2 ** 20) } })}\n`);
  child.stdin.end(`${JSON.stringify({ jsonrpc: '2.0', id: 2, method: 'ping' })}\n`);
  expect(await ended).toEqual([0, null]);
  const answers = (await told)
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as { error?: { message: string }; id: unknown });
  expect(answers.map(({ id, error }) => [id, error !== undefined])).toEqual([
    [null, true],
    [null, true],
    [null, true],
    [null, true],
    [2, false],
  ]);
  expect(await noted).toBe(`limber mcp: reading only in ${folder}\n`);
});
