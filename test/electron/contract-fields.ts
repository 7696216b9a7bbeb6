import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'vite';

/** A text that a window can send: `export.clip 1.path`; of a list `files.list 1[]`, of names and values `project.watch 1{}`. */
export interface ContractTexts {
  readonly texts: readonly string[];
  /** Types of the contract that come from other files and were not looked into. */
  readonly foreign: readonly string[];
}

type Node = Readonly<Record<string, unknown>> & { readonly type: string };

const electron = join(import.meta.dirname, '..', '..', 'electron');
const contractSources = globSync(['contract.ts', 'contract/*.ts'], { cwd: electron }).map((file) =>
  readFileSync(join(electron, file), 'utf8'),
);

/** Every text in the parameters of the contract's messages, however deep, read from the sources of `electron/contract`. */
export function contractTexts(source = contractSources.join('\n')) {
  const { program } = parseSync('contract.ts', source);
  const declared = new Map<string, Node>();
  for (const statement of program.body as unknown as Node[]) {
    const declaration = statement['declaration'] as Node | null | undefined;
    if (declaration) declared.set(nameOf(declaration['id']), declaration);
  }
  const texts: string[] = [];
  const foreign = new Set<string>();

  function members(list: unknown, place: string): void {
    for (const member of list as Node[])
      look((member['typeAnnotation'] as Node)['typeAnnotation'], `${place}.${nameOf(member['key'])}`);
  }

  function look(node: unknown, place: string): void {
    const type = node as Node;
    switch (type.type) {
      case 'TSStringKeyword':
        texts.push(place);
        return;
      case 'TSArrayType':
        return look(type['elementType'], `${place}[]`);
      case 'TSTupleType':
        for (const part of type['elementTypes'] as Node[]) look(part, `${place}[]`);
        return;
      case 'TSNamedTupleMember':
        return look(type['elementType'], place);
      case 'TSTypeOperator':
        return look(type['typeAnnotation'], place);
      case 'TSUnionType':
        for (const part of type['types'] as Node[]) look(part, place);
        return;
      case 'TSTypeLiteral':
        return members(type['members'], place);
      case 'TSTypeReference':
        return reference(type, place);
      case 'TSNumberKeyword':
      case 'TSBooleanKeyword':
      case 'TSNullKeyword':
      case 'TSLiteralType':
        return;
      default:
        throw new Error(`${place} has a type of a kind that this test does not know: ${type.type}`);
    }
  }

  function reference(type: Node, place: string): void {
    const name = nameOf(type['typeName']);
    const inner = (type['typeArguments'] as Node | null)?.['params'] as Node[] | undefined;
    if (name === 'Partial' || name === 'Readonly') return look(inner![0], place);
    if (name === 'Record') return inner!.forEach((part) => look(part, `${place}{}`));
    const declaration = declared.get(name);
    if (!declaration) return void foreign.add(name);
    if (declaration.type === 'TSTypeAliasDeclaration') return look(declaration['typeAnnotation'], place);
    fields(declaration, place);
  }

  /** The texts of an interface and of those that it extends. */
  function fields(declaration: Node, place: string): void {
    for (const { expression } of declaration['extends'] as Node[]) {
      const base = declared.get(nameOf(expression));
      if (base) fields(base, place);
      else foreign.add(nameOf(expression));
    }
    members((declaration['body'] as Node)['body'], place);
  }

  /** The members of an interface and of those that it extends. */
  function messagesOf(name: string): Node[] {
    const declaration = declared.get(name)!;
    const bases = (declaration['extends'] as Node[]).flatMap((base) => messagesOf(nameOf(base['expression'])));
    return [...bases, ...((declaration['body'] as Node)['body'] as Node[])];
  }

  for (const message of messagesOf('Contract')) {
    const call = (message['typeAnnotation'] as Node)['typeAnnotation'] as Node;
    (call['params'] as Node[]).forEach((parameter, i) =>
      look((parameter['typeAnnotation'] as Node)['typeAnnotation'], `${nameOf(message['key'])} ${i}`),
    );
  }
  return { texts: [...new Set(texts)], foreign: [...foreign].sort() } satisfies ContractTexts;
}

function nameOf(node: unknown): string {
  const { name, value } = node as { readonly name?: string; readonly value?: string };
  return name ?? value ?? '';
}
