/** A number that is typed while something is dragged. */
export interface TypedNumber {
  /** Takes a key; returns whether it is one of a number. */
  press(key: string): boolean;
  /** Null while nothing, or no number yet, is typed. */
  value(): number | null;
  /** As typed, with its sign; empty while nothing is typed. */
  text(): string;
}

const MOST_DIGITS = 8;

/** Digits, one decimal sign, a minus that changes the sign whenever it is pressed, and Backspace, which in the end takes the number away. */
export function createTypedNumber(): TypedNumber {
  let digits = '';
  let isNegative = false;
  return {
    press: (key) => {
      const sign = key === ',' ? '.' : key;
      if (sign === '-') {
        isNegative = !isNegative;
        return true;
      }
      if (sign === 'Backspace') {
        if (digits === '') isNegative = false;
        digits = digits.slice(0, -1);
        return true;
      }
      if (!/^[\d.]$/.test(sign)) return false;
      if (digits.length < MOST_DIGITS && !(sign === '.' && digits.includes('.'))) digits += sign;
      return true;
    },
    value: () => {
      const value = Number.parseFloat(digits);
      if (!Number.isFinite(value)) return null;
      return isNegative ? -value : value;
    },
    text: () => `${isNegative ? '−' : ''}${digits}`,
  };
}
