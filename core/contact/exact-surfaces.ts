import { finishEntry, finishTouch, type Surface } from './touch.ts';

/** A box that stands on the origin, exactly. */
export function boxSurface(width: number, height: number, depth: number): Surface {
  const least = Float64Array.of(-width / 2, 0, -depth / 2);
  const greatest = Float64Array.of(width / 2, height, depth / 2);
  const share = new Float64Array(2);
  return {
    nearest(p, touch) {
      const { point, normal } = touch;
      let face = -1;
      share[0] = Infinity;
      let isInside = true;
      for (let k = 0; k < 3; k++) {
        const below = least[k]! - p[k]!;
        const above = p[k]! - greatest[k]!;
        point[k] = below > 0 ? least[k]! : above > 0 ? greatest[k]! : p[k]!;
        // On a face, an edge or a corner all normals that meet there count.
        normal[k] = below >= 0 ? -1 : above >= 0 ? 1 : 0;
        if (below > 0 || above > 0) isInside = false;
        const room = Math.min(-below, -above);
        if (room < share[0]) {
          share[0] = room;
          face = k;
        }
      }
      if (isInside && share[0] > 0) {
        const isUpper = greatest[face]! - p[face]! < p[face]! - least[face]!;
        point[face] = isUpper ? greatest[face]! : least[face]!;
        normal[face] = isUpper ? 1 : -1;
      }
      finishTouch(p, touch);
    },
    enters(from, to, touch) {
      const { point, normal } = touch;
      // The way is inside where it is between the planes of all three pairs of faces.
      share[0] = -Infinity;
      share[1] = Infinity;
      let face = 0;
      for (let k = 0; k < 3; k++) {
        const step = to[k]! - from[k]!;
        const near = (step > 0 ? least[k]! : greatest[k]!) - from[k]!;
        const far = (step > 0 ? greatest[k]! : least[k]!) - from[k]!;
        if (step === 0) {
          if (from[k]! < least[k]! || from[k]! > greatest[k]!) return false;
          continue;
        }
        if (near / step > share[0]) {
          share[0] = near / step;
          face = k;
        }
        if (far / step < share[1]) share[1] = far / step;
      }
      if (!(share[0] >= 0 && share[0] <= 1 && share[0] <= share[1])) return false;
      for (let k = 0; k < 3; k++) {
        point[k] = from[k]! + share[0] * (to[k]! - from[k]!);
        normal[k] = 0;
      }
      normal[face] = to[face]! > from[face]! ? -1 : 1;
      return finishEntry(to, touch);
    },
  };
}

/** A ball that rests on the origin, exactly. */
export function ballSurface(radius: number): Surface {
  const share = new Float64Array(1);
  return {
    nearest(p, touch) {
      const { point, normal } = touch;
      const x = p[0]!;
      const y = p[1]! - radius;
      const z = p[2]!;
      const away = Math.sqrt(x * x + y * y + z * z);
      // Special case for the very middle: straight up is as near as any.
      normal[0] = away > 0 ? x / away : 0;
      normal[1] = away > 0 ? y / away : 1;
      normal[2] = away > 0 ? z / away : 0;
      point[0] = radius * normal[0];
      point[1] = radius * normal[1] + radius;
      point[2] = radius * normal[2];
      finishTouch(p, touch);
    },
    enters(from, to, touch) {
      const { point, normal } = touch;
      const x = from[0]!;
      const y = from[1]! - radius;
      const z = from[2]!;
      const dx = to[0]! - from[0]!;
      const dy = to[1]! - from[1]!;
      const dz = to[2]! - from[2]!;
      share[0] = dx * dx + dy * dy + dz * dz;
      if (!writeEntry(share, x * dx + y * dy + z * dz, x * x + y * y + z * z - radius * radius)) return false;
      normal[0] = (x + share[0] * dx) / radius;
      normal[1] = (y + share[0] * dy) / radius;
      normal[2] = (z + share[0] * dz) / radius;
      point[0] = radius * normal[0];
      point[1] = radius * normal[1] + radius;
      point[2] = radius * normal[2];
      return finishEntry(to, touch);
    },
  };
}

/** An upright cylinder that stands on the origin, exactly. */
export function cylinderSurface(radius: number, height: number): Surface {
  const share = new Float64Array(1);
  return {
    nearest(p, touch) {
      const { point, normal } = touch;
      const across = Math.sqrt(p[0]! * p[0]! + p[2]! * p[2]!);
      const x = across > 0 ? p[0]! / across : 0;
      const z = across > 0 ? p[2]! / across : 1;
      const isUpper = p[1]! > height / 2;
      const beyond = isUpper ? p[1]! - height : -p[1]!;
      // Inside it is nearest to its side or to an end; outside to its side, an end or a rim.
      const isBySide = beyond <= 0 && across - radius >= beyond;
      const isByEnd = !isBySide && across <= radius;
      point[0] = isByEnd ? p[0]! : radius * x;
      point[1] = isBySide ? p[1]! : isUpper ? height : 0;
      point[2] = isByEnd ? p[2]! : radius * z;
      normal[0] = isByEnd ? 0 : x;
      normal[1] = isBySide ? 0 : isUpper ? 1 : -1;
      normal[2] = isByEnd ? 0 : z;
      finishTouch(p, touch);
    },
    enters(from, to, touch) {
      const { point, normal } = touch;
      const x = from[0]!;
      const y = from[1]!;
      const z = from[2]!;
      const dx = to[0]! - x;
      const dy = to[1]! - y;
      const dz = to[2]! - z;
      share[0] = dx * dx + dz * dz;
      if (writeEntry(share, x * dx + z * dz, x * x + z * z - radius * radius)) {
        point[0] = x + share[0] * dx;
        point[1] = y + share[0] * dy;
        point[2] = z + share[0] * dz;
        if (point[1] >= 0 && point[1] <= height) {
          normal[0] = point[0] / radius;
          normal[1] = 0;
          normal[2] = point[2] / radius;
          return finishEntry(to, touch);
        }
      }
      // General case of an end: the one that the way comes from beyond.
      point[1] = dy < 0 ? height : 0;
      const end = (point[1] - y) / dy;
      point[0] = x + end * dx;
      point[2] = z + end * dz;
      if (!(end >= 0 && end <= 1 && point[0] * point[0] + point[2] * point[2] <= radius * radius)) return false;
      normal[0] = 0;
      normal[1] = dy < 0 ? 1 : -1;
      normal[2] = 0;
      return finishEntry(to, touch);
    },
  };
}

/** Replaces a of a t² + 2 b t + c = 0 by the lesser root, where a way comes in; false where that is not on the way. */
function writeEntry(share: Float64Array, b: number, c: number): boolean {
  const a = share[0]!;
  const root = b * b - a * c;
  if (!(root >= 0 && a > 0)) return false;
  share[0] = (-b - Math.sqrt(root)) / a;
  return share[0] >= 0 && share[0] <= 1;
}
