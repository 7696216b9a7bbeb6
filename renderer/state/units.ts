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

/** Other ways to write a unit behind a number. */
const WRITTEN: Readonly<Record<string, number>> = {
  mm: 0.001,
  cm: 0.01,
  m: 1,
  in: 0.0254,
  '"': 0.0254,
  '″': 0.0254,
  ft: 0.3048,
  "'": 0.3048,
  '′': 0.3048,
};

const LENGTH = /^([+\-−]?(?:\d+(?:[.,]\d*)?|[.,]\d+))\s*(mm|cm|m|in|ft|"|″|'|′)?$/i;

export function unitName(unit: LengthUnit): string {
  return UNITS[unit].name;
}

export function unitSign(unit: LengthUnit): string {
  return UNITS[unit].short;
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
  const [, number, written] = LENGTH.exec(text.trim()) ?? [];
  if (number === undefined) return null;
  const value = Number(number.replace('−', '-').replace(',', '.'));
  return value * (written === undefined ? UNITS[unit].metres : WRITTEN[written.toLowerCase()]!);
}

/** What to do with a file whose lengths are not those that were meant. */
export function inUnits({ unit, height }: SizeReading): string {
  return unit === null ? `Make it ${height.toFixed(2)} m tall` : `Read as ${unit}`;
}

/** Metres that an arrow key changes a length by. */
export function stepOf(unit: LengthUnit): number {
  return unit === 'in' ? 0.0254 : 0.01;
}
