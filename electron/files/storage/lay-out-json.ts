/**
 * JSON text with one line a field, and one line an item for fields that are objects or lists of objects: small enough to read,
 * and a change of one joint changes one line under version control.
 */
export function layOutJson(value: Readonly<Record<string, unknown>>): string {
  const fields = Object.entries(value).map(([name, field]) => `  ${JSON.stringify(name)}: ${layOut(field)}`);
  return `{\n${fields.join(',\n')}\n}\n`;
}

function layOut(field: unknown): string {
  if (Array.isArray(field) && field.some((item) => typeof item === 'object')) {
    return `[\n${field.map((item) => `    ${JSON.stringify(item)}`).join(',\n')}\n  ]`;
  }
  if (typeof field === 'object' && field !== null && !Array.isArray(field) && Object.keys(field).length > 0) {
    const lines = Object.entries(field).map(([name, item]) => `    ${JSON.stringify(name)}: ${JSON.stringify(item)}`);
    return `{\n${lines.join(',\n')}\n  }`;
  }
  return JSON.stringify(field);
}
