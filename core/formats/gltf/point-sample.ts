/** An even sample of points that come one after the other, however many there are. */
export interface PointSample {
  add(x: number, y: number, z: number): void;
  /** 3 × n, at most {@link MOST_POINTS} points. */
  points(): readonly number[];
}

/** Points that tell the shape of a limb, a hand or a head. Our choice. */
export const MOST_POINTS = 256;

/** Takes every point until there is no room, then drops every second one and from then on takes half as many. */
export function createPointSample(): PointSample {
  const kept: number[] = [];
  let stride = 1;
  let seen = 0;
  return {
    add: (x, y, z) => {
      if (seen++ % stride !== 0) return;
      kept.push(x, y, z);
      if (kept.length <= 3 * MOST_POINTS) return;
      let count = 0;
      for (let i = 0; i < kept.length; i += 6) for (let k = 0; k < 3; k++) kept[count++] = kept[i + k]!;
      kept.length = count;
      stride *= 2;
    },
    points: () => kept,
  };
}
