import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const FOLDER = join(import.meta.dirname, '..', '..', 'core');

/** A parameter of a public function, its type as the source has it. */
export interface Parameter {
  readonly name: string;
  readonly type: string;
  readonly isOptional: boolean;
}

/** The text up to the bracket that closes the one before `at`. */
function upToClosing(text: string, at: number): string {
  for (let i = at, depth = 1; ; i++) {
    if ('([{'.includes(text[i]!)) depth++;
    if (')]}'.includes(text[i]!) && --depth === 0) return text.slice(at, i);
  }
}

/** The entries of a list of parameters, split at the commas that are in no bracket. */
function splitParameters(list: string): string[] {
  const parts = [''];
  let depth = 0;
  for (const letter of list) {
    if ('([{<'.includes(letter)) depth++;
    if (')]}>'.includes(letter)) depth--;
    if (letter === ',' && depth === 0) parts.push('');
    else parts[parts.length - 1] += letter;
  }
  return parts.map((part) => part.trim()).filter((part) => part !== '');
}

function readParameter(text: string): Parameter {
  const [, name = text, mark, type = '', fallback] = /^(?:\.\.\.)?(\w+)(\?)?(?::\s*([^=]+?))?(?:\s*=\s*(.*))?$/s.exec(text) ?? [];
  return {
    name,
    type: type
      .replaceAll(/\s+/g, ' ')
      .replaceAll(/<(Names|Others)>/g, '')
      .replace(/^Joints$/, 'readonly JointDefinition[]')
      .replace(/^(?:NoInfer<)?(Object3D|TransformNode)>?$/, '$1Like'),
    isOptional: mark !== undefined || fallback !== undefined || text.startsWith('...'),
  };
}

/** The text of the file that a name is declared in, be it exported on from another one. */
function sourceOf(path: string, name: string): string {
  const source = readFileSync(path, 'utf8');
  const passedOn = [...source.matchAll(/export \{([^}]*)\} from '([^']+)';/g)];
  const from = passedOn.find(([, list = '']) => list.split(',').some((each) => each.trim() === name))?.[2];
  return from === undefined ? source : sourceOf(join(dirname(path), from), name);
}

/** The parameters of every public function, as its source has them. */
export function readFunctions(): Map<string, readonly Parameter[]> {
  const index = readFileSync(join(FOLDER, 'index.ts'), 'utf8');
  const functions = new Map<string, readonly Parameter[]>();
  for (const [, list = '', from = ''] of index.matchAll(/export \{([^}]*)\} from '\.\/([^']+)';/g)) {
    for (const entry of list.split(',').map((each) => each.trim())) {
      const [own = '', name = own] = entry.split(' as ');
      const source = sourceOf(join(FOLDER, from), own);
      const start = new RegExp(`export function ${own}(<[^(]*>)?\\(`).exec(source);
      if (own === '' || start === null) continue;
      const at = start.index + start[0].length;
      functions.set(name, splitParameters(upToClosing(source, at)).map(readParameter));
    }
  }
  return functions;
}
