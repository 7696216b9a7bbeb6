import { z } from 'zod';
import { PROJECT_VERSION } from '../../../core/document/project-data.ts';
import type { Step } from '../../../core/document/step.ts';
import { parseJsonObject } from '../../../core/formats/text/json-text.ts';
import { actorDataSchema } from '../storage/actor-schema.ts';
import { clipDataSchema } from '../storage/clip-schema.ts';
import { projectChangeShape } from '../storage/change-schema.ts';
import { savedPoseDataSchema } from '../storage/pose-schema.ts';

/** A step as a log keeps it: all steps of a user in a project have different numbers, rising in the order in which they were made. */
export interface LoggedStep {
  readonly number: number;
  readonly step: Step;
}

/** Steps that a log keeps, at most, and the bytes that they take together; older ones are forgotten: 16 MiB. */
export const MOST_STEPS = 200;
const MOST_BYTES = 2 ** 24;

const stepSchema = z.strictObject({
  label: z.string().min(1).max(400),
  back: z.strictObject(projectChangeShape),
  left: z.record(z.string().max(200), z.string().nullable()),
  removed: z
    .strictObject({
      poses: z.array(savedPoseDataSchema),
      clips: z.array(clipDataSchema),
      actors: z.array(actorDataSchema),
    })
    .exactOptional(),
});

const headSchema = z.strictObject({ version: z.literal(PROJECT_VERSION) });

const lineSchema = z.union([
  z.strictObject({ number: z.number().int().positive(), step: stepSchema }),
  /** The latest of the steps before it was taken back. */
  z.strictObject({ takenBack: z.number().int().positive() }),
]);

/** As logs were before steps could be added: one text of JSON, oldest first. */
const earlierSchema = z.strictObject({ version: z.literal(PROJECT_VERSION), steps: z.array(stepSchema).max(MOST_STEPS) });

const WHAT = 'its content';
const NEWLINE = 0x0a;

/** The steps of a log that were not taken back, oldest first. Throws an `Error` with one sentence when any of it cannot be used. */
export function readLog(bytes: Buffer): readonly LoggedStep[] {
  const lines = linesOf(bytes);
  if (!lines[0] || !headSchema.safeParse(headOf(lines[0])).success) return readEarlierLog(bytes);
  const steps: LoggedStep[] = [];
  for (const line of lines.slice(1)) {
    const parsed = lineSchema.safeParse(parseJsonObject(line, WHAT));
    if (!parsed.success) throw new Error(`${WHAT} holds a line that is no step`);
    if ('step' in parsed.data) steps.push(parsed.data);
    else if (steps.pop()?.number !== parsed.data.takenBack) throw new Error(`${WHAT} takes back what is no step of it`);
  }
  return steps;
}

function headOf(line: Buffer): unknown {
  try {
    return parseJsonObject(line, WHAT);
  } catch {
    return null;
  }
}

function readEarlierLog(bytes: Buffer): readonly LoggedStep[] {
  const { steps } = earlierSchema.parse(parseJsonObject(bytes, WHAT));
  return steps.map((step, i) => ({ number: i + 1, step }));
}

/** Throws an `Error` with one sentence for a text whose last line does not end. */
function linesOf(bytes: Buffer): Buffer[] {
  const lines: Buffer[] = [];
  let start = 0;
  for (let end = bytes.indexOf(NEWLINE); end >= 0; end = bytes.indexOf(NEWLINE, start)) {
    lines.push(bytes.subarray(start, end));
    start = end + 1;
  }
  if (start < bytes.length) throw new Error(`${WHAT} ends within a line`);
  return lines;
}

/** The latest of the steps that a log keeps. */
export function latestSteps(steps: readonly LoggedStep[]): readonly LoggedStep[] {
  let bytes = 0;
  const kept = steps.slice(-MOST_STEPS);
  const first = kept.findLastIndex((logged) => (bytes += Buffer.byteLength(layOutStep(logged))) > MOST_BYTES);
  return kept.slice(first + 1);
}

/** Whether a log that took so many bytes and lines is better written anew. */
export function isLong(bytes: number, lines: number): boolean {
  return bytes > 2 * MOST_BYTES || lines > 5 * MOST_STEPS;
}

/** The text of a log. */
export function layOutLog(steps: readonly LoggedStep[]): string {
  return [`${JSON.stringify({ version: PROJECT_VERSION })}\n`, ...steps.map(layOutStep)].join('');
}

export function layOutStep({ number, step }: LoggedStep): string {
  return `${JSON.stringify({ number, step })}\n`;
}

export function layOutTakenBack({ number }: LoggedStep): string {
  return `${JSON.stringify({ takenBack: number })}\n`;
}
