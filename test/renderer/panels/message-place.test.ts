import { expect, test } from 'vitest';
import { freePlace, type Box } from '../../../renderer/panels/viewport/message-place.ts';

const area: Box = { left: 10, top: 10, right: 710, bottom: 510 };
const messages = { width: 300, height: 100 };
const at = (x: number, y: number): Box => ({ left: x - 8, top: y - 8, right: x + 8, bottom: y + 8 });
const [lowLeft, lowRight, highLeft, highRight] = [at(300, 420), at(600, 500), at(200, 30), at(420, 90)];

test('messages stand at the lower left while nothing of the picture is there', () => {
  expect(freePlace({ area, messages, taken: [at(320, 420), at(300, 395), lowRight], present: 'bottomLeft' })).toBe('bottomLeft');
});

test('they go to the next corner where something is beneath them, and stay there while they cover nothing', () => {
  expect(freePlace({ area, messages, taken: [lowLeft], present: 'bottomLeft' })).toBe('bottomRight');
  expect(freePlace({ area, messages, taken: [lowLeft, lowRight], present: 'bottomLeft' })).toBe('topLeft');
  expect(freePlace({ area, messages, taken: [lowLeft, lowRight, highLeft], present: 'bottomLeft' })).toBe('topRight');
  expect(freePlace({ area, messages, taken: [], present: 'topRight' })).toBe('topRight');
});

test('they have a line of their own where every corner has something', () => {
  const taken = [lowLeft, lowRight, highLeft, highRight];
  expect(freePlace({ area, messages, taken, present: 'bottomLeft' })).toBe('line');
});
