import { afterEach, expect, test } from 'vitest';
import type { VmcFrame } from '../../../../core/formats/vmc/vmc-frame.ts';
import { createFloodGate } from '../../../../electron/services/live/flood-gate.ts';
import { openVmcReceiver } from '../../../../electron/services/live/vmc-receiver.ts';
import { eventually } from '../../../helpers/eventually.ts';
import { handClock } from '../../../helpers/hand-clock.ts';
import { bundleOf, messageOf, vmcProgram } from '../../../helpers/vmc-program.ts';

const HIPS = ['/VMC/Ext/Bone/Pos', 'Hips', 0.5, 1, 2, 0, 0, 0, 1] as const;

const ends: (() => void)[] = [];
afterEach(() => {
  for (const end of ends.splice(0)) end();
});

async function receiving() {
  const clock = handClock();
  const frames: { readonly frame: VmcFrame; readonly milliseconds: number }[] = [];
  const receiver = await openVmcReceiver({
    at: { address: '127.0.0.1', port: 0 },
    clock,
    heard: (frame, milliseconds) => frames.push({ frame, milliseconds }),
  });
  const program = await vmcProgram();
  ends.push(receiver.close, program.close);
  let awaited = 0;
  /** Sends packets of which so many are no OSC, and waits until all have come: those of one socket come in their order. */
  async function send(packets: readonly Uint8Array[], notOsc = 0): Promise<void> {
    for (const packet of [...packets, Buffer.from('last')]) await program.send(receiver.port, packet);
    awaited += notOsc + 1;
    await eventually(() => expect(receiver.dropped().notOsc).toBe(awaited));
  }
  return { clock, frames, receiver, program, send };
}

test('packets that come together are one frame, with the time of the first', async () => {
  const { clock, frames, send } = await receiving();
  clock.advance(500);
  const face = bundleOf(['/VMC/Ext/Blend/Val', 'Joy', 0.5], ['/VMC/Ext/Blend/Apply'], ['/VMC/Ext/OK', { int: 1 }]);
  await send([messageOf(HIPS), face]);
  clock.advance(3);
  await send([messageOf(['/VMC/Ext/Bone/Pos', 'Head', 0, 0, 0, 0, 0, 0, 1])]);
  clock.advance(4);
  expect(frames).toEqual([
    {
      milliseconds: 500,
      frame: { bones: { hips: { position: [-0.5, 1, 2], rotation: [0, -0, -0, 1] } }, expressions: { Joy: 0.5 } },
    },
  ]);
  // The next one comes no sooner than 8 ms after it.
  clock.advance(1);
  expect(frames).toHaveLength(2);
  expect(frames[1]!.milliseconds).toBe(503);
  expect(Object.keys(frames[1]!.frame.bones)).toEqual(['hips', 'head']);
});

test('what is no OSC, what is no VMC, and texts of 64 kB are counted and dropped', async () => {
  const { clock, frames, receiver, send } = await receiving();
  const noOsc = [
    Buffer.from('GET / HTTP/1.1\r\n\r\n'),
    Buffer.alloc(0),
    Buffer.from('#bundle\0\0\0\0\0\0\0\0\u0001\u007f\0\0\0/VMC', 'latin1'),
  ];
  const noVmc = [
    messageOf(['/VMC/Ext/Blend/Val', 'x'.repeat(64_000), 1]),
    messageOf(['/VMC/Ext/Bone/Pos', 'Hips', Number.NaN, 0, 0, 0, 0, 0, 1]),
    messageOf(['/avatar/parameters/Smile', 1]),
  ];
  await send([...noOsc, ...noVmc], noOsc.length);
  clock.advance(100);
  expect(frames).toEqual([]);
  expect(receiver.dropped()).toEqual({ notOsc: 4, unusable: 3, tooMany: 0 });
});

test('a bundle in a bundle in a bundle, as deep as a packet allows, does no harm', async () => {
  const { clock, frames, program, receiver } = await receiving();
  let nested = messageOf(['/VMC/Ext/OK', { int: 1 }]);
  while (nested.byteLength < 64_000) {
    const size = Buffer.alloc(4);
    size.writeInt32BE(nested.byteLength);
    nested = Buffer.concat([bundleOf(), size, nested]);
  }
  await program.send(receiver.port, nested);
  await program.send(receiver.port, messageOf(HIPS));
  await eventually(() => {
    clock.advance(10);
    expect(Object.keys(frames.at(-1)!.frame.bones)).toEqual(['hips']);
  });
});

test('a flood is let through up to so many packets and bytes a second, and again in the next one', () => {
  const lets = createFloodGate(3, 1000);
  expect([0, 1, 2, 3].map((time) => lets(time, 10))).toEqual([true, true, true, false]);
  expect([1000, 1001, 1002].map((time) => lets(time, 400))).toEqual([true, true, false]);
  expect(lets(2000, 10)).toBe(true);
});

test('packets of a flood are counted, and what comes in the next second is heard', async () => {
  const { clock, frames, program, receiver, send } = await receiving();
  const large = messageOf(['/VMC/Ext/Blend/Val', 'x'.repeat(60_000), 1]);
  // One after the other, so that the system drops none before it is read: 2 MB are 33 of them.
  for (let i = 0; i < 33; i++) await send([large]);
  expect(receiver.dropped()).toEqual({ notOsc: 33, unusable: 33, tooMany: 0 });
  await program.send(receiver.port, large);
  await eventually(() => expect(receiver.dropped().tooMany).toBe(1));
  clock.advance(1000);
  await send([messageOf(HIPS)]);
  clock.advance(10);
  expect(frames).toHaveLength(1);
});
