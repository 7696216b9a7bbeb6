import { z } from 'zod';
import { explainProblem } from '../../../core/formats/text/explain-problem.ts';
import { suggestNames } from '../../../core/math/near-names.ts';
import type { Session } from './session.ts';

/** What a word does to the world: it looks, changes the open project by one step, or writes files. */
export type Effect = 'reads' | 'changes' | 'writes';

/** One thing that scripts and assistants may ask for. Words state what they take and answer, and everything else is made from that. */
export interface Word<Given extends z.ZodType = z.ZodType, Answer extends z.ZodType = z.ZodType> {
  readonly title: string;
  /** For whoever chooses among words: one or two sentences. */
  readonly description: string;
  readonly effect: Effect;
  readonly given: Given;
  readonly answer: Answer;
  /** Throws an `Error` with one sentence. */
  readonly run: (session: Session, given: z.output<Given>) => Promise<z.output<Answer>>;
}

/** A word of which the compiler knows what it takes and answers. */
export function word<Shape extends z.ZodRawShape, Answer extends z.ZodType>(
  parts: Omit<Word<z.ZodObject<Shape>, Answer>, 'given'> & { readonly given: Shape },
): Word<z.ZodObject<Shape, z.core.$strict>, Answer> {
  return { ...parts, given: z.strictObject(parts.given) };
}

/** Does what a word says. Throws an `Error` with one sentence, also for what the word does not take. */
export async function say(
  name: string,
  { given: schema, effect, run }: Word,
  session: Session,
  given: unknown,
): Promise<unknown> {
  const parsed = schema.safeParse(given ?? {});
  if (!parsed.success) throw new Error(`${name}: ${refusal(schema, parsed.error)}`);
  if (effect !== 'reads') session.checkMayWrite();
  return run(session, parsed.data);
}

/** A name that there is none of comes before what is missing: it may be what is missing. */
function refusal(schema: z.ZodType, error: z.ZodError): string {
  const unknown = error.issues.find((issue) => issue.code === 'unrecognized_keys');
  if (unknown?.code !== 'unrecognized_keys') return explainProblem(error, 'what it is given');
  const near = suggestNames(namesAt(schema, unknown.path), unknown.keys[0] ?? '');
  const where = unknown.path.map(String).join('.');
  return `${where === '' ? '' : `${where}: `}${unknown.message}${near}`;
}

/** The names that an object or a record with known names has, at a path of fields. */
function namesAt(schema: z.ZodType, [field, ...rest]: readonly PropertyKey[]): readonly string[] {
  if (schema instanceof z.ZodExactOptional)
    return namesAt(schema.unwrap() as z.ZodType, field === undefined ? [] : [field, ...rest]);
  if (schema instanceof z.ZodRecord) return schema.keyType instanceof z.ZodEnum ? schema.keyType.options.map(String) : [];
  if (!(schema instanceof z.ZodObject)) return [];
  if (field === undefined) return Object.keys(schema.shape);
  const inner = schema.shape[String(field)] as z.ZodType | undefined;
  return inner ? namesAt(inner, rest) : [];
}
