import { expect, test } from 'vitest';
import type { LengthUnit } from '../../../../electron/contract.ts';
import { readFrame } from '../../../../renderer/state/window/times.ts';
import { lengthIn, readIn, readLength, showDistance, showLength, showResidual } from '../../../../renderer/state/window/units.ts';

test.each<[LengthUnit, string, number | null]>([
  ['cm', '12', 0.12],
  ['cm', ' 1,5 ', 0.015],
  ['cm', '−3.25', -0.0325],
  ['cm', '0.4 m', 0.4],
  ['cm', '5in', 0.127],
  ['cm', '2"', 0.0508],
  ['in', "3'", 0.9144],
  ['m', '12 mm', 0.012],
  ['mm', '.5', 0.0005],
  ['m', '1 FT', 0.3048],
  ['cm', '', null],
  ['cm', 'm', null],
  ['cm', '1 yd', null],
  ['cm', '1e9', null],
  ['cm', 'NaN', null],
  ['cm', 'Infinity', null],
  ['cm', '1.2.3', null],
])('in %s, “%s” means %s metres', (unit, text, metres) => {
  const read = readLength(unit, text);
  if (metres === null) expect(read).toBeNull();
  else expect(read).toBeCloseTo(metres, 12);
});

test.each<[LengthUnit, number, string]>([
  ['mm', 0.0124, '12 mm'],
  ['cm', 1.2, '120.0 cm'],
  ['m', 1.75, '1.750 m'],
  ['in', 0.254, '10.00 in'],
  ['cm', -0.0001, '0.0 cm'],
])('in %s, %d metres are shown as %s', (unit, metres, text) => {
  expect(showLength(unit, metres)).toBe(text);
  expect(readLength('in', showLength(unit, metres))).toBeCloseTo(metres, 3);
  expect(lengthIn(unit, metres)).toBe(text.split(' ')[0]);
});

test.each<[LengthUnit, number, string]>([
  ['cm', 0.42, '42 cm'],
  ['cm', 0.012, '12 mm'],
  ['cm', 0.00421, '4.2 mm'],
  ['cm', 0, '0 mm'],
  ['cm', 1.204, '120 cm'],
  ['mm', 0.42, '420 mm'],
  ['m', 0.012, '0.012 m'],
  ['m', 1.204, '1.20 m'],
  ['m', 0.00001, '0.00 m'],
  ['in', 0.00001, '0.0 in'],
  ['in', 0.012, '0.47 in'],
  ['in', 0.42, '16.5 in'],
  ['in', 0.0003, '0.012 in'],
])('in %s, a distance of %d metres is told as %s', (unit, metres, text) => {
  expect(showDistance(unit, metres)).toBe(text);
});

test('a finer distance is told where it is asked for', () => {
  expect(showDistance('cm', 0.0000123, 1e-6)).toBe('0.012 mm');
  expect(lengthIn('m', 0.00012, 1e-5)).toBe('0.00012');
  expect(showResidual('in', 0, 1e-6)).toBe('< 0.00004 in');
  expect(showResidual('cm', 0.0021, 1e-6)).toBe('2.1 mm');
});

test.each<[string, string, number | null]>([
  ['°', '45', 45],
  ['°', '45°', 45],
  ['°', '−30 deg', -30],
  ['°', '0,5 rad', 28.6478897565],
  ['°', '1/2', null],
  ['°', '0.25 turns', 90],
  ['°', '5 cm', null],
  ['%', '50 %', 50],
  ['s', '250 ms', 0.25],
  ['mm', '0.1 cm', 1],
  ['px', '640px', 640],
  ['', '12', 12],
  ['', '12 cm', null],
  ['°', '5 constructor', null],
])('in %s, “%s” means %s', (unit, text, value) => {
  const read = readIn(unit, text);
  if (value === null) expect(read).toBeNull();
  else expect(read).toBeCloseTo(value, 9);
});

test.each<['frames' | 'seconds', string, number | null]>([
  ['frames', '12', 12],
  ['frames', '12 f', 12],
  ['frames', '0.5 s', 12],
  ['frames', '500ms', 12],
  ['seconds', '0.5', 12],
  ['seconds', '0,5 s', 12],
  ['seconds', '12 frames', 12],
  ['frames', '12 cm', null],
  ['seconds', 'soon', null],
])('with times in %s and 24 frames a second, “%s” means frame %s', (unit, text, frame) => {
  expect(readFrame(unit, text, 24)).toBe(frame);
});
