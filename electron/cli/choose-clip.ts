/** The item with this name, or the first one without a name. Throws an `Error` with one sentence that lists what there is. */
export function chooseClip<Item extends { readonly name: string }>(
  items: readonly Item[],
  name: string | undefined,
  where: string,
): Item {
  const found = name === undefined ? items[0] : items.find((item) => item.name === name);
  if (found) return found;
  if (items.length === 0) throw new Error(`${where} holds no clip`);
  const names = items.slice(0, 20).map((item) => `"${item.name}"`);
  throw new Error(`${where} holds no clip "${name}", but ${names.join(', ')}${items.length > 20 ? ', …' : ''}`);
}
