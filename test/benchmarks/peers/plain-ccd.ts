import type { Triple } from '../chain.ts';

/** The textbook's coordinate descent for a chain of free joints: no limits, no checks, no outcome. What one update costs at least. */
export interface PlainChain {
  /** One sweep from the tip to the root, and the forward kinematics after it. */
  sweep(target: Triple): void;
}

/** `count` free joints, each `length` metres along y from the one before, and a tip as far beyond the last. */
export function createPlainChain(count: number, length: number): PlainChain {
  const rotations = new Float64Array(4 * count);
  const frames = new Float64Array(4 * count);
  const positions = new Float64Array(3 * count);
  for (let j = 0; j < count; j++) rotations[4 * j + 3] = 1;
  let tipX = 0;
  let tipY = 0;
  let tipZ = 0;

  function place(): void {
    let [px, py, pz] = [0, 0, 0];
    let [qx, qy, qz, qw] = [0, 0, 0, 1];
    for (let j = 0; j < count; j++) {
      const r = 4 * j;
      positions[3 * j] = px;
      positions[3 * j + 1] = py;
      positions[3 * j + 2] = pz;
      const lx = rotations[r]!;
      const ly = rotations[r + 1]!;
      const lz = rotations[r + 2]!;
      const lw = rotations[r + 3]!;
      const x = qw * lx + qx * lw + qy * lz - qz * ly;
      const y = qw * ly - qx * lz + qy * lw + qz * lx;
      const z = qw * lz + qx * ly - qy * lx + qz * lw;
      const w = qw * lw - qx * lx - qy * ly - qz * lz;
      frames[r] = qx = x;
      frames[r + 1] = qy = y;
      frames[r + 2] = qz = z;
      frames[r + 3] = qw = w;
      px += length * 2 * (x * y - w * z);
      py += length * (1 - 2 * (x * x + z * z));
      pz += length * 2 * (y * z + w * x);
    }
    tipX = px;
    tipY = py;
    tipZ = pz;
  }

  place();
  return {
    sweep([targetX, targetY, targetZ]) {
      for (let j = count - 1; j >= 0; j--) {
        const px = positions[3 * j]!;
        const py = positions[3 * j + 1]!;
        const pz = positions[3 * j + 2]!;
        const ux = tipX - px;
        const uy = tipY - py;
        const uz = tipZ - pz;
        const vx = targetX - px;
        const vy = targetY - py;
        const vz = targetZ - pz;
        const square = ux * ux + uy * uy + uz * uz;
        const lengths = Math.sqrt(square * (vx * vx + vy * vy + vz * vz));
        let sw = lengths + ux * vx + uy * vy + uz * vz;
        if (sw <= 1e-12 * lengths) continue;
        const norm = 1 / Math.sqrt(2 * lengths * sw);
        const sx = (uy * vz - uz * vy) * norm;
        const sy = (uz * vx - ux * vz) * norm;
        const sz = (ux * vy - uy * vx) * norm;
        sw *= norm;
        tipX = px + (vx * square) / lengths;
        tipY = py + (vy * square) / lengths;
        tipZ = pz + (vz * square) / lengths;
        // l' = l · conj(F) · step · F.
        const r = 4 * j;
        const fx = frames[r]!;
        const fy = frames[r + 1]!;
        const fz = frames[r + 2]!;
        const fw = frames[r + 3]!;
        const tx = 2 * (fz * sy - fy * sz);
        const ty = 2 * (fx * sz - fz * sx);
        const tz = 2 * (fy * sx - fx * sy);
        const dx = sx + fw * tx - fy * tz + fz * ty;
        const dy = sy + fw * ty - fz * tx + fx * tz;
        const dz = sz + fw * tz - fx * ty + fy * tx;
        const lx = rotations[r]!;
        const ly = rotations[r + 1]!;
        const lz = rotations[r + 2]!;
        const lw = rotations[r + 3]!;
        const x = lw * dx + lx * sw + ly * dz - lz * dy;
        const y = lw * dy - lx * dz + ly * sw + lz * dx;
        const z = lw * dz + lx * dy - ly * dx + lz * sw;
        const w = lw * sw - lx * dx - ly * dy - lz * dz;
        const fix = 1.5 - 0.5 * (x * x + y * y + z * z + w * w);
        rotations[r] = x * fix;
        rotations[r + 1] = y * fix;
        rotations[r + 2] = z * fix;
        rotations[r + 3] = w * fix;
      }
      place();
    },
  };
}
