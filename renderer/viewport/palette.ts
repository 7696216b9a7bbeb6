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

/** The viewport's colours. Left is blue, right is red, the middle is yellow; amber is kept for limits. */
export const PALETTE = {
  backdropTop: colour('#3a414b'),
  backdropBottom: colour('#191b1f'),
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
} as const;
