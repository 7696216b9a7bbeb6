import { finishEntry, finishTouch, type Surface } from './touch.ts';

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
