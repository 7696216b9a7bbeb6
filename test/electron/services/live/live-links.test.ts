import { afterEach, describe, expect, test } from 'vitest';
import type { LiveEvents, LiveState } from '../../../../electron/contract/live.ts';
import { createLiveLinks } from '../../../../electron/services/live/live-links.ts';
import type { VmcFrame } from '../../../../core/formats/vmc/vmc-frame.ts';
import { eventually } from '../../../helpers/eventually.ts';
import { handClock } from '../../../helpers/hand-clock.ts';
import { messageOf, vmcProgram } from '../../../helpers/vmc-program.ts';

const FRAME: VmcFrame = {
  bones: { hips: { position: [0.25, 1, 0.5], rotation: [0, 0.6, 0, 0.8] } },
  expressions: { happy: 0.5 },
};
const HIPS = ['/VMC/Ext/Bone/Pos', 'Hips', 0.5, 1, 2, 0, 0, 0, 1] as const;

const ends: (() => void)[] = [];
afterEach(() => {
  for (const end of ends.splice(0)) end();
});

async function linked(hasWindow = () => true) {
  const clock = handClock();
  const frames: LiveEvents['live.frame'][] = [];
  const states: LiveState[] = [];
  const links = createLiveLinks({
    clock,
    hasWindow,
    heard: (event) => frames.push(event),
    reported: (state) => states.push(state),
  });
  const program = await vmcProgram();
  ends.push(() => links.stop(), program.close);
  return { clock, frames, states, links, program };
}

/** A port that nobody has. */
async function freePort(): Promise<number> {
  const other = await vmcProgram();
  other.close();
  return other.port;
}

describe('sending', () => {
  test('brings a bundle a frame, at the rate that was asked for, with the pose that was told last', async () => {
    const { clock, links, program, states } = await linked();
    await links.send({ address: '127.0.0.1', port: program.port }, 60);
    clock.advance(100);
    links.pose(FRAME);
    clock.advance(910);
    expect(states.at(-1)!.sending).toEqual({ frames: 53, perSecond: 53, problem: null });
    await eventually(() => expect(program.bundles).toHaveLength(54));
    expect(program.bundles.map((bundle) => bundle.map(([address]) => address))).toEqual(
      Array.from({ length: 54 }, () => [
        '/VMC/Ext/OK',
        '/VMC/Ext/T',
        '/VMC/Ext/Root/Pos',
        '/VMC/Ext/Bone/Pos',
        '/VMC/Ext/Blend/Val',
        '/VMC/Ext/Blend/Apply',
      ]),
    );
    const [first] = program.bundles;
    expect(first![0]).toEqual(['/VMC/Ext/OK', { int: 1 }]);
    expect(first![3]).toEqual(['/VMC/Ext/Bone/Pos', 'Hips', -0.25, 1, 0.5, 0, Math.fround(-0.6), -0, Math.fround(0.8)]);
    const times = program.bundles.map(([, time]) => time![1] as number);
    times.forEach((time, i) => expect(time).toBeCloseTo((7 + i) / 60, 5));
  });

  test('does not make up for frames that came too late', async () => {
    const { clock, links, program, states } = await linked();
    await links.send({ address: '127.0.0.1', port: program.port }, 10);
    links.pose(FRAME);
    clock.advance(50);
    const before = states.length;
    clock.advance(2000);
    expect(states.slice(before).at(-1)!.sending!.frames).toBeLessThanOrEqual(21);
  });

  test('refuses an address that is not this machine unless the user said yes, and one that cannot be found', async () => {
    const { links } = await linked();
    const outside = { address: '192.0.2.1', port: 39_539 };
    await expect(links.send(outside, 60)).rejects.toThrow(/^"192.0.2.1" is not this machine, and nobody was asked/);
    await expect(links.send({ ...outside, isOutside: true }, 60)).resolves.toBeUndefined();
    await expect(links.send({ ...outside, address: 'nowhere.invalid', isOutside: true }, 60)).rejects.toThrow(
      /no address that can be found/,
    );
  });

  test('ends when the window is gone for ten seconds', async () => {
    let isThere = true;
    const { clock, links, states } = await linked(() => isThere);
    await links.send({ address: '127.0.0.1', port: await freePort() }, 10);
    links.pose(FRAME);
    clock.advance(20_000);
    expect(states.at(-1)!.sending).not.toBeNull();
    isThere = false;
    clock.advance(9000);
    expect(states.at(-1)!.sending).not.toBeNull();
    clock.advance(1000);
    expect(states.at(-1)!.sending).toBeNull();
  });
});

describe('receiving', () => {
  test('tells of frames, and each second how many came', async () => {
    const { clock, frames, links, program, states } = await linked();
    const port = await freePort();
    await links.receive({ address: '127.0.0.1', port });
    expect(states.at(-1)!.receiving).toEqual({ frames: 0, perSecond: 0, dropped: { notOsc: 0, unusable: 0, tooMany: 0 } });
    await program.send(port, messageOf(HIPS));
    await eventually(() => {
      clock.advance(0);
      expect(frames).toHaveLength(1);
    });
    clock.advance(1000);
    expect(states.at(-1)!.receiving).toMatchObject({ frames: 1, perSecond: 1 });
    clock.advance(1000);
    expect(states.at(-1)!.receiving).toMatchObject({ frames: 1, perSecond: 0 });
  });

  test('can be switched off and on again at the same port', async () => {
    const { links, states } = await linked();
    const port = await freePort();
    await links.receive({ address: '127.0.0.1', port });
    await links.receive(null);
    expect(states.at(-1)!.receiving).toBeNull();
    await links.receive({ address: '127.0.0.1', port });
    expect(states.at(-1)!.receiving).not.toBeNull();
  });

  test('says so where the port is used by another program, and where there is no such address', async () => {
    const { links, program } = await linked();
    await expect(links.receive({ address: '127.0.0.1', port: program.port })).rejects.toThrow(
      `Port ${program.port} is used by another program: close that one, or select another port here and there`,
    );
    await expect(links.receive({ address: '192.0.2.1', port: 39_539, isOutside: true })).rejects.toThrow(
      /has no address "192.0.2.1"/,
    );
  });
});
