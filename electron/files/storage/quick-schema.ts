import { z } from 'zod';

/**
 * A schema for what files hold a hundred thousand times: what `isFine` says nothing is wrong with is not looked at part by part, and what is
 * missing is told only where it is asked for.
 */
export function quick<Output>(schema: z.ZodType<Output>, isFine: (value: unknown) => boolean): z.ZodType<Output> {
  const sentenceOf = (value: unknown) => schema.safeParse(value).error?.issues[0]?.message;
  return z
    .custom<Output>((value) => value !== undefined, { abort: true, error: ({ input }) => sentenceOf(input) })
    .check((payload) => {
      if (payload.value === undefined || isFine(payload.value)) return;
      const { error } = schema.safeParse(payload.value);
      for (const issue of error?.issues ?? [])
        payload.issues.push({ ...issue, input: payload.value } as (typeof payload.issues)[number]);
    });
}

export function areNumbers(value: unknown, count: number): boolean {
  return Array.isArray(value) && value.length === count && value.every(Number.isFinite);
}
