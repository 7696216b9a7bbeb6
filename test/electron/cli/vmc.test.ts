import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { sampleClip } from '../../../core/animation/sampling.ts';
import { clipFromAnimation } from '../../../core/formats/clips/clip-import.ts';
import { runProgram } from '../../../electron/cli/program.ts';
import { loadCharacter } from '../../../electron/cli/load-character.ts';
import { addVmc } from '../../../electron/cli/vmc.ts';
import { distance } from '../../../core/math/vec3.ts';
import { angleBetween } from '../../../core/math/quat.ts';
import { forwardKinematics, worldPosition, worldRotation } from '../../../core/skeleton/forward-kinematics.ts';
import type { Rig } from '../../../core/humanoid/body/rig.ts';
import type { Pose } from '../../../core/skeleton/pose.ts';
import { createFrameReader, createFrameWriter } from '../../../core/formats/vmc/humanoid-frames.ts';
import { createVmcListener, vmcMessages } from '../../../core/formats/vmc/vmc-messages.ts';
import { eventually } from '../../helpers/eventually.ts';
import { handClock } from '../../helpers/hand-clock.ts';
import { sharedData } from '../../helpers/shared-data.ts';
import { MANNEQUIN } from '../../helpers/mannequin.ts';
import { bundleOf, messageOf, vmcProgram, type Message, type VmcProgram } from '../../helpers/vmc-program.ts';
import { emptyFolder } from './fake-terminal.ts';

const KNIGHT = sharedData('rigs/kaykit-knight.glb');

const programs: VmcProgram[] = [];
afterEach(() => {
  for (const program of programs.splice(0)) program.close();
});

async function anotherProgram(): Promise<VmcProgram> {
  const program = await vmcProgram();
  programs.push(program);
  return program;
}

const ignore: (line: string) => void = () => {};

/** Begins a command and lets its time go on by `step` milliseconds whenever the machine has nothing else to do. */
async function vmc(
  parameters: readonly string[],
  { clock = handClock(), step = 1, signal = new AbortController().signal, onStep = () => {}, onProgress = ignore } = {},
) {
  const printed: string[] = [];
  const noted: string[] = [];
  const terminal = {
    print: (line: string) => printed.push(line),
    warn: (line: string) => printed.push(line),
    note: (line: string) => noted.push(line),
    progress: onProgress,
    signal,
  };
  let isRunning = true;
  const exit = runProgram(['vmc', ...parameters], terminal, (program, to, setExitCode) =>
    addVmc(program, to, setExitCode, clock),
  ).finally(() => (isRunning = false));
  while (isRunning) {
    await idle();
    clock.advance(step);
    onStep();
  }
  return { exitCode: await exit, printed: printed.join('\n'), noted: noted.join('\n') };
}

function idle(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}

const freePort = async () => {
  const program = await vmcProgram();
  program.close();
  return program.port;
};

async function knightRunning() {
  const { rig, scene, animations } = await loadCharacter(KNIGHT!);
  const clip = clipFromAnimation(
    rig,
    scene,
    animations.find(({ name }) => name === 'Running_A')!,
  );
  return { rig, clip };
}

/** How far two poses are from each other in the bones of the body: metres and radians at most. */
function difference({ skeleton, humanoid }: Rig, a: Pose, b: Pose) {
  const [meant, found] = [forwardKinematics(skeleton, a), forwardKinematics(skeleton, b)];
  const joints = Object.values(humanoid);
  return {
    metres: Math.max(...joints.map((joint) => distance(worldPosition(meant, joint), worldPosition(found, joint)))),
    radians: Math.max(...joints.map((joint) => angleBetween(worldRotation(meant, joint), worldRotation(found, joint)))),
  };
}

test.skipIf(!KNIGHT)('a clip is streamed frame by frame, exactly, and its end too', async () => {
  const program = await anotherProgram();
  const streamed = await vmc(['send', KNIGHT!, '--clip', 'Running_A', '--port', `${program.port}`, '--fps', '50', '--json'], {
    step: 5,
  });
  expect(streamed).toMatchObject({ exitCode: 0, noted: '' });
  expect(JSON.parse(streamed.printed)).toEqual({
    clip: 'Running_A',
    address: '127.0.0.1',
    port: program.port,
    fps: 50,
    frames: 41,
    seconds: 0.82,
  });
  await eventually(() => expect(program.bundles).toHaveLength(41));
  const { rig, clip } = await knightRunning();
  const read = createFrameReader(rig);
  program.bundles.forEach((bundle, frame) => {
    const listener = createVmcListener();
    for (const [address, ...args] of bundle)
      listener.hear({ address, arguments: args.map((value) => (typeof value === 'object' ? { integer: value.int } : value)) });
    const meant = sampleClip(rig.skeleton, clip, frame / 50);
    const { metres, radians } = difference(rig, meant, read(listener.frame()));
    expect(metres).toBeLessThan(1e-4);
    expect(radians).toBeLessThan(1.7e-4);
  });
});

test.skipIf(!KNIGHT)('what a program sends is recorded as a clip', async () => {
  const out = join(await emptyFolder(), 'take.glb');
  const program = await anotherProgram();
  const port = await freePort();
  const clock = handClock();
  const { rig, clip } = await knightRunning();
  const write = createFrameWriter(rig);
  const told: string[] = [];
  const onProgress = (line: string) => void told.push(line);
  const recording = vmc(['record', '--onto', KNIGHT!, '--out', out, '--port', `${port}`, '--seconds', '0.51', '--json'], {
    clock,
    step: 0,
    onProgress,
  });
  while (told.length === 0) await idle();
  for (let frame = 0; frame <= 30; frame++) {
    const messages = vmcMessages(write(sampleClip(rig.skeleton, clip, frame / 60)), frame / 60);
    const bundle = messages.map(({ address, arguments: args }): Message => {
      return [address, ...args.map((value) => (typeof value === 'object' ? { int: value.integer } : value))];
    });
    const before = told.length;
    await program.send(port, bundleOf(...bundle));
    while (told.length === before) await idle();
    clock.advance(1000 / 60);
  }
  clock.advance(1000);
  const recorded = await recording;
  expect(recorded).toMatchObject({ exitCode: 0, noted: '' });
  const summary = JSON.parse(recorded.printed);
  expect(summary).toMatchObject({ clip: 'Live', heard: 31, dropped: { notOsc: 0, unusable: 0, tooMany: 0 } });
  expect(summary.seconds).toBeCloseTo(0.5, 9);
  const take = await loadCharacter(out);
  const found = clipFromAnimation(
    take.rig,
    take.scene,
    take.animations.find(({ name }) => name === 'Live')!,
  );
  for (const frame of [0, 7, 15, 30]) {
    const [a, b] = [sampleClip(rig.skeleton, clip, frame / 60), sampleClip(take.rig.skeleton, found, frame / 60)];
    const { metres, radians } = difference(rig, a, b);
    // Keys that say less than 0.01° are left out, joint after joint.
    expect(metres).toBeLessThan(5e-4);
    expect(radians).toBeLessThan(1e-3);
  }
});

test('says where nothing arrives, and writes no file', async () => {
  const out = join(await emptyFolder(), 'take.glb');
  const port = await freePort();
  const { exitCode, noted } = await vmc(['record', '--onto', MANNEQUIN, '--out', out, '--port', `${port}`, '--wait', '2'], {
    step: 100,
  });
  expect(exitCode).toBe(3);
  expect(noted).toBe(`limber: nothing arrived at 127.0.0.1, port ${port}`);
  await expect(stat(out)).rejects.toThrow(/ENOENT/);
});

test('Ctrl+C ends a recording, and what was heard is written', async () => {
  const out = join(await emptyFolder(), 'take.json');
  const port = await freePort();
  const program = await anotherProgram();
  const abort = new AbortController();
  let steps = 0;
  const { exitCode, printed } = await vmc(['record', '--onto', MANNEQUIN, '--out', out, '--port', `${port}`], {
    signal: abort.signal,
    onStep: () => {
      void program.send(
        port,
        messageOf(['/VMC/Ext/Bone/Pos', 'Head', 0, 0, 0, 0, Math.sin(++steps / 1000), 0, Math.cos(steps / 1000)]),
      );
      if (steps === 2000) abort.abort();
    },
  });
  expect(printed).toMatch(/^recorded \d\.\d{3} s of \d+ frames that were heard\nwrote /);
  expect(exitCode).toBe(0);
  expect(JSON.parse(await readFile(out, 'utf8'))).toMatchObject({ fps: 60 });
});

test.each([
  [['send', 'nothing.glb'], /"nothing.glb" does not exist/],
  [['send', MANNEQUIN], /holds no clip/],
  [['send', MANNEQUIN, '--port', '0'], /expected a port from 1 to 65535, got "0"/],
  [['record', '--onto', MANNEQUIN, '--out', 'x.glb', '--fps', '61'], /expected one of 24, 25, 30, 48, 60, 120/],
  [['record', '--onto', MANNEQUIN, '--out', 'x.txt'], /expected a file name that ends in/],
])('refuses bad input in a sentence: %j', async (parameters, sentence) => {
  const { exitCode, noted } = await vmc(parameters);
  expect(noted).toMatch(sentence);
  expect(exitCode).toBe(2);
});

test('says so where the port is used by another program', async () => {
  const program = await anotherProgram();
  const { exitCode, noted } = await vmc(['record', '--onto', MANNEQUIN, '--out', 'x.glb', '--port', `${program.port}`]);
  expect(noted).toContain(`Port ${program.port} is used by another program`);
  expect(exitCode).toBe(2);
});
