/** What a prop can hang from: a joint of an actor, by its name in the character's file, or another prop. */
export type Carrier = { readonly actor: string; readonly joint: string } | { readonly prop: string };
