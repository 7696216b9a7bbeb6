import { readFile } from 'node:fs/promises';
import type { MotionTable } from '../../../core/animation/propose/learned/motion-table.ts';
import { readMotionTable } from '../../../core/animation/propose/learned/read-motion-table.ts';
import { findApplication } from '../../application.ts';

let reading: Promise<MotionTable> | null = null;

/** What in-betweens have learned of captured motion, read when it is first asked for; nothing where it cannot be read, and then speeds alone lead the body. */
export function learnedMotion(): Promise<MotionTable> {
  reading ??= readFile(findApplication().motionTablePath).then(readMotionTable, () => []);
  return reading;
}
