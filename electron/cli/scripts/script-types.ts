import { z } from 'zod';
import { VOCABULARY, WORD_NAMES } from '../vocabulary/vocabulary.ts';

/** What of JSON Schema the vocabulary is written in. */
interface JsonType {
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly JsonType[];
  readonly items?: JsonType;
  readonly prefixItems?: readonly JsonType[];
  readonly properties?: Readonly<Record<string, JsonType>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: JsonType | boolean;
  readonly propertyNames?: JsonType;
}

/** The types of what scripts are given, as the text of a declaration file. */
export function scriptTypes(): string {
  const functions = WORD_NAMES.map((name) => {
    const { description, given, answer } = VOCABULARY[name];
    const takes = z.toJSONSchema(given, { io: 'input' }) as JsonType;
    const gives = z.toJSONSchema(answer, { io: 'output' }) as JsonType;
    const isOptional = (takes.required ?? []).length === 0;
    return `  /** ${description} */\n  ${name}(given${isOptional ? '?' : ''}: ${typeText(takes, '  ')}): Promise<${typeText(gives, '  ')}>;`;
  });
  return `/** What \`limber run\` gives to the default function of a script. Lengths are metres, Y is up, frames count from 0. */
export interface Limber {
${functions.join('\n')}
}
`;
}

function typeText(schema: JsonType, indent: string): string {
  const { anyOf, prefixItems, items } = schema;
  if ('const' in schema) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  if (anyOf) return anyOf.map((each) => typeText(each, indent)).join(' | ');
  if (prefixItems) return `[${prefixItems.map((each) => typeText(each, indent)).join(', ')}]`;
  if (schema.type === 'array') return `(${typeText(items ?? {}, indent)})[]`;
  if (schema.type === 'object') return objectText(schema, indent);
  if (typeof schema.type === 'object') return schema.type.map((type) => typeText({ ...schema, type }, indent)).join(' | ');
  if (schema.type === 'integer') return 'number';
  return schema.type ?? 'unknown';
}

function objectText({ properties, required = [], additionalProperties, propertyNames }: JsonType, indent: string): string {
  if (!properties) {
    const value = typeof additionalProperties === 'object' ? typeText(additionalProperties, indent) : 'unknown';
    return propertyNames?.enum ? `{ [Name in ${typeText(propertyNames, indent)}]?: ${value} }` : `{ [name: string]: ${value} }`;
  }
  const inner = `${indent}  `;
  const fields = Object.entries(properties).map(([name, field]) => {
    const comment = field.description === undefined ? '' : `${inner}/** ${field.description} */\n`;
    return `${comment}${inner}${name}${required.includes(name) ? '' : '?'}: ${typeText(field, inner)};`;
  });
  return fields.length === 0 ? '{}' : `{\n${fields.join('\n')}\n${indent}}`;
}
