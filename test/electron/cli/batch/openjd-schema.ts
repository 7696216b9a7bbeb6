import { z } from 'zod';

/**
 * What Open Job Description says of a job template (2023-09, with TASK_CHUNKING), as far as one without environments, embedded files and host
 * requirements needs it: https://github.com/OpenJobDescription/openjd-specifications/wiki/2023-09-Template-Schemas. The numbers are those of
 * its sections.
 */
const withoutControls = /^[^\p{Cc}]+$/u;
/** 7.1 */
const identifier = z.string().regex(/^[A-Za-z_][A-Za-z0-9_]{0,63}$/);
/** 7.2 */
const description = z.string().max(2048);
/** 7.3: a text with references in double braces. */
const formatString = z
  .string()
  .refine((text) => !/\{\{|\}\}/.test(text.replaceAll(/\{\{\s*[\w.]+\s*\}\}/g, '')), 'open reference');
/** 3.4.1.1 */
const intRangeExpr = z.string().regex(/^-?\d+(--?\d+(:-?\d+)?)?(,-?\d+(--?\d+(:-?\d+)?)?)*$/);

/** 2.1, 2.2 */
const jobParameter = z.discriminatedUnion('type', [
  z.strictObject({
    name: identifier,
    type: z.literal('STRING'),
    description: description.exactOptional(),
    default: z.string().max(1024).exactOptional(),
  }),
  z.strictObject({
    name: identifier,
    type: z.literal('PATH'),
    description: description.exactOptional(),
    // A default is relative to the template's folder, and stays in it.
    default: z
      .string()
      .max(1024)
      .regex(/^(?!\/|\.\.|[A-Za-z]:)/)
      .exactOptional(),
    objectType: z.enum(['FILE', 'DIRECTORY']).exactOptional(),
    dataFlow: z.enum(['NONE', 'IN', 'OUT', 'INOUT']).exactOptional(),
  }),
]);

/** 3.4.1.5 */
const chunkedTaskParameter = z.strictObject({
  name: identifier,
  type: z.literal('CHUNK[INT]'),
  range: z.union([intRangeExpr, z.array(z.number().int()).min(1).max(1024)]),
  chunks: z.strictObject({
    defaultTaskCount: z.number().int().min(1),
    targetRuntimeSeconds: z.number().int().min(0).exactOptional(),
    rangeConstraint: z.enum(['CONTIGUOUS', 'NONCONTIGUOUS']),
  }),
});

/** 5 */
const action = z.strictObject({
  command: formatString.min(1),
  args: z.array(formatString).exactOptional(),
  timeout: z.number().int().min(1).exactOptional(),
  cancelation: z
    .discriminatedUnion('mode', [
      z.strictObject({ mode: z.literal('TERMINATE') }),
      z.strictObject({
        mode: z.literal('NOTIFY_THEN_TERMINATE'),
        notifyPeriodInSeconds: z.number().int().min(1).max(600).exactOptional(),
      }),
    ])
    .exactOptional(),
});

/** 3 */
const step = z.strictObject({
  name: z.string().max(64).regex(withoutControls),
  description: description.exactOptional(),
  dependencies: z
    .array(z.strictObject({ dependsOn: z.string() }))
    .min(1)
    .exactOptional(),
  parameterSpace: z
    .strictObject({ taskParameterDefinitions: z.array(chunkedTaskParameter).length(1), combination: z.string().exactOptional() })
    .exactOptional(),
  script: z.strictObject({ actions: z.strictObject({ onRun: action }) }),
});

/** 1.1 */
export const jobTemplateSchema = z
  .strictObject({
    specificationVersion: z.literal('jobtemplate-2023-09'),
    extensions: z
      .array(z.string().regex(/^[A-Z_0-9]{3,128}$/))
      .min(1)
      .exactOptional(),
    name: formatString.min(1).max(128).regex(withoutControls),
    description: description.exactOptional(),
    parameterDefinitions: z.array(jobParameter).min(1).max(50).exactOptional(),
    steps: z.array(step).min(1),
  })
  .superRefine(({ extensions = [], parameterDefinitions = [], steps }, context) => {
    const refuse = (message: string) => context.addIssue({ code: 'custom', message });
    const names = steps.map(({ name }) => name);
    if (new Set(names).size < names.length) refuse('two steps have one name');
    const given = new Set(parameterDefinitions.flatMap(({ name }) => [`Param.${name}`, `RawParam.${name}`]));
    if (given.size < 2 * parameterDefinitions.length) refuse('two parameters have one name');
    for (const [i, { dependencies = [], parameterSpace, script }] of steps.entries()) {
      // What a step depends on stands before it here, so there is no circle.
      for (const { dependsOn } of dependencies)
        if (!names.slice(0, i).includes(dependsOn)) refuse(`no step "${dependsOn}" before it`);
      const own = parameterSpace?.taskParameterDefinitions ?? [];
      if (own.length > 0 && !extensions.includes('TASK_CHUNKING')) refuse('CHUNK[INT] needs the extension TASK_CHUNKING');
      const known = new Set([...given, ...own.flatMap(({ name }) => [`Task.Param.${name}`, `Task.RawParam.${name}`])]);
      const { command, args = [] } = script.actions.onRun;
      for (const [, name = ''] of [command, ...args].flatMap((text) => [...text.matchAll(/\{\{\s*([\w.]+)\s*\}\}/g)])) {
        if (!known.has(name)) refuse(`nothing is called ${name}`);
      }
    }
  });

export type JobTemplate = z.infer<typeof jobTemplateSchema>;
