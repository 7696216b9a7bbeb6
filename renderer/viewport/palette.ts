import type { SideColours } from '../../electron/contract.ts';
import type { ShownTheme } from '../state/window/look.ts';

/** A colour with opacity: red, green, blue, alpha, each 0 to 1, as it appears on screen (sRGB). */
export type Colour = readonly [red: number, green: number, blue: number, alpha: number];

/** `#rrggbb` with an opacity. */
export function colour(hex: string, alpha = 1): Colour {
  const value = Number.parseInt(hex.slice(1), 16);
  return [((value >> 16) & 255) / 255, ((value >> 8) & 255) / 255, (value & 255) / 255, alpha];
}

export function withAlpha([red, green, blue]: Colour, alpha: number): Colour {
  return [red, green, blue, alpha];
}

/** The viewport's colours. Left is blue, right is red, the middle is yellow; amber is kept for limits. Ghosts before the playhead are violet, those after it lime. */
export const PALETTE = {
  backdropTop: colour('#434b57'),
  backdropBottom: colour('#1b1e23'),
  /** The pool of light on the floor, and what is in shade there. */
  pool: colour('#6a7482', 0.42),
  shade: colour('#030508', 0.95),
  grid: colour('#aeb9c8'),
  left: colour('#56b0ff'),
  right: colour('#ff6f7d'),
  middle: colour('#ffd166'),
  bone: colour('#dfe8f4'),
  hover: colour('#ffffff'),
  selected: colour('#7ff0c8'),
  limit: colour('#63d3c6'),
  held: colour('#ffa630'),
  outline: colour('#0d0f12'),
  axisX: colour('#ff5c6c'),
  axisY: colour('#8fd14f'),
  axisZ: colour('#4d9dff'),
  key: colour('#ffe39a'),
  balance: colour('#8fd14f'),
  unbalanced: colour('#ff6b57'),
  before: colour('#c79bff'),
  after: colour('#b4e05a'),
} as const;

export type Palette = Readonly<Record<keyof typeof PALETTE, Colour>>;

/** Dark lines on a light ground. */
const LIGHT: Palette = {
  ...PALETTE,
  backdropTop: colour('#fbfcfd'),
  backdropBottom: colour('#cbd2db'),
  pool: colour('#ffffff', 0.85),
  shade: colour('#1f2936', 0.68),
  grid: colour('#48525f'),
  left: colour('#0b62b8'),
  right: colour('#c01f36'),
  middle: colour('#a06c00'),
  bone: colour('#27323f'),
  hover: colour('#0d1219'),
  selected: colour('#00805f'),
  limit: colour('#0a7568'),
  held: colour('#b85600'),
  outline: colour('#ffffff'),
  axisX: colour('#c01f36'),
  axisY: colour('#3f7d12'),
  axisZ: colour('#1a5fc4'),
  key: colour('#8a6000'),
  balance: colour('#3f7d12'),
  unbalanced: colour('#c0301c'),
  before: colour('#7a35d6'),
  after: colour('#4f8800'),
};

/** A grey of one lightness behind the figure. */
const NEUTRAL: Palette = {
  ...PALETTE,
  backdropTop: colour('#777777'),
  backdropBottom: colour('#777777'),
  pool: colour('#777777', 0),
  shade: colour('#101010', 0.6),
  grid: colour('#e0e0e0'),
  left: colour('#8cc9ff'),
  right: colour('#ff9aa4'),
  middle: colour('#ffdf94'),
  selected: colour('#a5f7dc'),
  limit: colour('#a2efe6'),
  held: colour('#ffc067'),
  axisX: colour('#ff8d98'),
  axisY: colour('#b4ec7c'),
  axisZ: colour('#8cc1ff'),
  unbalanced: colour('#ff9c8d'),
  before: colour('#e0b3ff'),
  after: colour('#cdf27e'),
};

const THEMES: Readonly<Record<ShownTheme, Palette>> = { dark: PALETTE, light: LIGHT, neutral: NEUTRAL };

/** Left and right apart by lightness too; the same pairs as in renderer/styles/tokens.css. */
const SAFE_SIDES: Readonly<Record<ShownTheme, Pick<Palette, 'left' | 'right'>>> = {
  dark: { left: colour('#7cc8ff'), right: colour('#d9641e') },
  light: { left: colour('#0072b2'), right: colour('#8a3b00') },
  neutral: { left: colour('#b5dfff'), right: colour('#d06a26') },
};

const SAFE: Readonly<Record<ShownTheme, Palette>> = {
  dark: { ...THEMES.dark, ...SAFE_SIDES.dark },
  light: { ...THEMES.light, ...SAFE_SIDES.light },
  neutral: { ...THEMES.neutral, ...SAFE_SIDES.neutral },
};

/** The colours of a theme; the same object each time. */
export function paletteOf(theme: ShownTheme, sides: SideColours): Palette {
  return sides === 'colourSafe' ? SAFE[theme] : THEMES[theme];
}

/** The hue of a ghost: `place` is below zero before the playhead. */
export function ghostHue(place: number, { before, after }: Palette): Colour {
  return place < 0 ? before : after;
}
