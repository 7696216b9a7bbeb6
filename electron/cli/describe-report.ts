import { toDegrees } from '../../core/math/angles.ts';
import type { ExportReport } from '../contract.ts';
import { differs } from '../files/write-and-compare.ts';

/** What was written and how far a re-read is from what was meant, for `--json`. */
export function reportOf({ path, bytes, largestDistance, largestAngle, largestWeight, warnings }: ExportReport) {
  const reread = {
    millimetres: rounded(1000 * largestDistance),
    degrees: rounded(toDegrees(largestAngle)),
    ...(largestWeight !== undefined && { weight: rounded(largestWeight) }),
  };
  return { out: path, bytes, reread, warnings };
}

/** The same in words. */
export function describeReport(report: ExportReport): string[] {
  const { out, bytes, reread, warnings } = reportOf(report);
  const size = bytes < 1e6 ? `${(bytes / 1e3).toFixed(1)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
  return [
    `wrote ${out}, ${size} (read again: ${reread.millimetres} mm, ${reread.degrees} degrees off at most)`,
    ...warnings.map((warning) => `note: ${warning}`),
  ];
}

/** Whether the file holds something else than what was meant, as its warnings say. */
export function isOff({ largestDistance, largestAngle }: ExportReport): boolean {
  return differs({ distance: largestDistance, angle: largestAngle });
}

export function rounded(value: number): number {
  return Math.round(value * 1e4) / 1e4;
}
