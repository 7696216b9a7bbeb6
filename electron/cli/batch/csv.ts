/** Signs that tables are separated by; the one that stands most often in the first line counts. */
const SEPARATORS = [',', ';', '\t'] as const;

/**
 * A table with a line of names at its head (RFC 4180: cells in quotes may hold separators, line breaks and doubled quotes), as one record a
 * row. Empty cells are left out, and so are empty rows. Throws an `Error` with one sentence.
 */
export function readCsv(text: string): Record<string, string>[] {
  const plain = text.replace(/^\uFEFF/, '');
  const head = plain.slice(0, Math.max(0, plain.search(/[\r\n]|$/)));
  const separator = SEPARATORS.toSorted((a, b) => head.split(b).length - head.split(a).length)[0]!;
  const [names = [], ...rows] = cellsOf(plain, separator).filter((row) => row.some((cell) => cell !== ''));
  const doubled = names.find((name, i) => name !== '' && names.indexOf(name) !== i);
  if (doubled !== undefined) throw new Error(`the table has two columns "${doubled}"`);
  return rows.map((row, i) => {
    const nameless = row.findIndex((cell, column) => cell !== '' && (names[column] ?? '') === '');
    if (nameless >= 0) throw new Error(`row ${i + 1} of the table has "${row[nameless]}" in a column without a name`);
    return Object.fromEntries(row.flatMap((cell, column) => (cell === '' ? [] : [[names[column]!, cell]])));
  });
}

/** Trimmed cells, row by row. */
function cellsOf(text: string, separator: string): string[][] {
  const rows: string[][] = [[]];
  let cell = '';
  let isQuoted = false;
  const endCell = () => {
    rows.at(-1)!.push(cell.trim());
    cell = '';
  };
  for (let i = 0; i < text.length; i++) {
    const sign = text[i]!;
    if (isQuoted) {
      if (sign !== '"') cell += sign;
      else if (text[i + 1] === '"') cell += text[++i];
      else isQuoted = false;
    } else if (sign === '"' && cell.trim() === '') {
      cell = '';
      isQuoted = true;
    } else if (sign === separator) endCell();
    else if (sign === '\n' || sign === '\r') {
      if (sign === '\r' && text[i + 1] === '\n') i++;
      endCell();
      rows.push([]);
    } else cell += sign;
  }
  if (isQuoted) throw new Error('the table ends within a quoted cell');
  endCell();
  return rows;
}
