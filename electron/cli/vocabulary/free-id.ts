const LONGEST = 40;

/** An id that no item has: made of a name, so that the same work gives the same files. */
export function freeId(kind: string, name: string, items: readonly { readonly id: string }[]): string {
  const plain = name
    .normalize('NFD')
    .toLowerCase()
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, LONGEST)
    .replaceAll(/^-|-$/g, '');
  const first = plain === '' ? kind : `${kind}-${plain}`;
  const taken = new Set(items.map(({ id }) => id.toLowerCase()));
  let id = first;
  for (let number = 2; taken.has(id); number++) id = `${first}-${number}`;
  return id;
}
