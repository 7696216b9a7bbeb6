import { expect, test, vi } from 'vitest';
import { createClock, type TimeSource } from '../../../renderer/state/clock.ts';

interface Source extends TimeSource {
  milliseconds: number;
  readonly frames: Map<number, () => void>;
  drawFrame(): void;
}

function source(): Source {
  let last = 0;
  const frames = new Map<number, () => void>();
  return {
    milliseconds: 5000,
    frames,
    now() {
      return this.milliseconds;
    },
    requestFrame(callback) {
      frames.set(++last, callback);
      return last;
    },
    cancelFrame: (handle) => void frames.delete(handle),
    drawFrame() {
      const waiting = [...frames.values()];
      frames.clear();
      for (const callback of waiting) callback();
    },
  };
}

test('A clock follows its source in seconds', () => {
  const real = source();
  const clock = createClock(real);
  expect(clock.now()).toBe(5);
  real.milliseconds = 5250;
  expect(clock.now()).toBe(5.25);
});

test('A request for a frame is answered once and can be taken back', () => {
  const real = source();
  const clock = createClock(real);
  const called = vi.fn();
  const dropped = vi.fn();
  clock.nextFrame(called);
  clock.nextFrame(dropped)();
  real.drawFrame();
  real.drawFrame();
  expect(called).toHaveBeenCalledTimes(1);
  expect(dropped).not.toHaveBeenCalled();
});

test('A held clock stands still, moves only when it is advanced, and then runs what waits for a frame', () => {
  const real = source();
  const clock = createClock(real);
  const called = vi.fn();
  clock.nextFrame(called);
  clock.hold();
  real.milliseconds = 9000;
  real.drawFrame();
  expect(clock.now()).toBe(5);
  expect(called).not.toHaveBeenCalled();
  clock.advance(0.5);
  expect(clock.now()).toBe(5.5);
  expect(called).toHaveBeenCalledTimes(1);
});

test('What asks for the next frame while a held clock advances waits for the next advance', () => {
  const clock = createClock(source());
  clock.hold();
  const times: number[] = [];
  const again = () => {
    times.push(clock.now());
    clock.nextFrame(again);
  };
  clock.nextFrame(again);
  clock.advance(1);
  clock.advance(1);
  expect(times).toEqual([6, 7]);
});

test('A released clock goes on from where it was held', () => {
  const real = source();
  const clock = createClock(real);
  clock.hold();
  clock.advance(2);
  real.milliseconds = 60_000;
  const called = vi.fn();
  clock.nextFrame(called);
  clock.release();
  expect(clock.now()).toBe(7);
  real.milliseconds = 61_000;
  real.drawFrame();
  expect(clock.now()).toBe(8);
  expect(called).toHaveBeenCalledTimes(1);
});

test('Advancing a running clock, or by something that is no duration, is refused', () => {
  const clock = createClock(source());
  expect(() => clock.advance(1)).toThrow('call hold() first');
  clock.hold();
  for (const seconds of [-1, Number.NaN, Number.POSITIVE_INFINITY]) expect(() => clock.advance(seconds)).toThrow(RangeError);
});
