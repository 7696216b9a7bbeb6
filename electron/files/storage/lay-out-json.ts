/**
 * JSON text for version control: every field and every item stands on a line of its own, in the order in which it is given, so that a
 * change of one joint, key or setting changes one line. Lists of numbers stay on one line, and so does what `lines` names: paths of field
 * names with dots, `*` for any field or item (`limits.*`). Numbers are written as the shortest text that reads back the same.
 */
export function layOutJson(value: Readonly<Record<string, unknown>>, lines: readonly string[] = []): string {
  const patterns = lines.map((path) => path.split('.'));
  return `${layOut(value, [], patterns)}\n`;
}

function layOut(value: unknown, path: readonly string[], lines: readonly (readonly string[])[]): string {
  const isLeaf = typeof value !== 'object' || value === null || (Array.isArray(value) && value.every(Number.isFinite));
  if (isLeaf || lines.some((pattern) => matches(pattern, path))) return JSON.stringify(value);
  const indent = '  '.repeat(path.length);
  const spread = (items: readonly string[], open: string, close: string) =>
    items.length === 0
      ? `${open}${close}`
      : `${open}\n${items.map((item) => `${indent}  ${item}`).join(',\n')}\n${indent}${close}`;
  if (Array.isArray(value)) {
    // Of names there may be a hundred thousand.
    if (value.length > 0 && value.every((item) => typeof item === 'string'))
      return JSON.stringify(value, null, 2).replaceAll('\n', `\n${indent}`);
    return spread(
      value.map((item) => layOut(item, [...path, '*'], lines)),
      '[',
      ']',
    );
  }
  const fields = Object.entries(value).filter(([, field]) => field !== undefined);
  return spread(
    fields.map(([name, field]) => `${JSON.stringify(name)}: ${layOut(field, [...path, name], lines)}`),
    '{',
    '}',
  );
}

function matches(pattern: readonly string[], path: readonly string[]): boolean {
  return pattern.length === path.length && pattern.every((name, i) => name === '*' || name === path[i]);
}
