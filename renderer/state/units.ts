import type { SizeReading } from '../../core/humanoid/rigging/size-question.ts';
import type { LengthUnit } from '../../electron/contract.ts';

/** Metres of a unit, what it is called in short and in full, and the decimals that it is shown with. */
const UNITS: Readonly<
  Record<LengthUnit, { readonly metres: number; readonly short: string; readonly name: string; readonly decimals: number }>
> = {
  mm: { metres: 0.001, short: 'mm', name: 'millimetres', decimals: 0 },
  cm: { metres: 0.01, short: 'cm', name: 'centimetres', decimals: 1 },
  m: { metres: 1, short: 'm', name: 'metres', decimals: 3 },
  in: { metres: 0.0254, short: 'in', name: 'inches', decimals: 2 },
};

/** Units of one kind, by the ways to write them: how many of the kind's first one each is. */
type Kind = Readonly<Record<string, number>>;

const LENGTHS: Kind = {
  m: 1,
  mm: 0.001,
  cm: 0.01,
  in: 0.0254,
  inch: 0.0254,
  inches: 0.0254,
  '"': 0.0254,
  '″': 0.0254,
  ft: 0.3048,
  "'": 0.3048,
  '′': 0.3048,
};
const ANGLES: Kind = { '°': 1, deg: 1, degrees: 1, rad: 180 / Math.PI, turn: 360, turns: 360 };
const TIMES: Kind = { s: 1, sec: 1, seconds: 1, ms: 0.001, min: 60 };
const SHARES: Kind = { '%': 1 };
const PIXELS: Kind = { px: 1, pixels: 1 };

const NUMBER = /^([+\-−]?(?:\d+(?:[.,]\d*)?|[.,]\d+))\s*(\D*)$/;

/** A typed number and what stands behind it, in small letters; null where it is none. */
export function readNumber(text: string): { readonly number: number; readonly written: string } | null {
  const [, digits, written] = NUMBER.exec(text.trim()) ?? [];
  if (digits === undefined || written === undefined) return null;
  return { number: Number(digits.replace('−', '-').replace(',', '.')), written: written.trim().toLowerCase() };
}

/** What a typed text means in a unit: a number of it, or of the one of its kind that stands behind the number. Null when it means none. */
export function readIn(unit: string, text: string): number | null {
  const read = readNumber(text);
  if (!read) return null;
  const { number, written } = read;
  if (written === '' || written === unit) return number;
  const kind = [LENGTHS, ANGLES, TIMES, SHARES, PIXELS].find((units) => Object.hasOwn(units, unit));
  return kind && Object.hasOwn(kind, written) ? (number * kind[written]!) / kind[unit]! : null;
}

export function unitName(unit: LengthUnit): string {
  return UNITS[unit].name;
}

export function unitSign(unit: LengthUnit): string {
  return UNITS[unit].short;
}

/** Metres that one of a unit has. */
export function metresOf(unit: LengthUnit): number {
  return UNITS[unit].metres;
}

/** Metres as a number in a unit, without its sign. */
export function lengthIn(unit: LengthUnit, metres: number): string {
  const { metres: one, decimals } = UNITS[unit];
  const text = (metres / one).toFixed(decimals);
  return Number(text) === 0 ? text.replace('-', '') : text;
}

/** Metres in a unit, with its sign. */
export function showLength(unit: LengthUnit, metres: number): string {
  return `${lengthIn(unit, metres)} ${UNITS[unit].short}`;
}

/** By how much something is missed, in the size of the unit's system that reads best. */
export function showMiss(unit: LengthUnit, metres: number): string {
  if (unit === 'in') return showLength('in', metres);
  if (metres >= 1) return `${metres.toFixed(2)} m`;
  if (metres >= 0.1) return `${Math.round(100 * metres)} cm`;
  const millimetres = 1000 * metres;
  return `${millimetres < 10 ? millimetres.toFixed(1) : Math.round(millimetres)} mm`;
}

/** Metres that a typed text means: a number of the given unit, or of the one that stands behind it. Null when it means none. */
export function readLength(unit: LengthUnit, text: string): number | null {
  const read = readIn(unit, text);
  return read === null ? null : read * UNITS[unit].metres;
}

/** What to do with a file whose lengths are not those that were meant. */
export function inUnits({ unit, height }: SizeReading): string {
  return unit === null ? `Make it ${height.toFixed(2)} m tall` : `Read as ${unit}`;
}

/** Metres that an arrow key changes a length by. */
export function stepOf(unit: LengthUnit): number {
  return unit === 'in' ? 0.0254 : 0.01;
}
