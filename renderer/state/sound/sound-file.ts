import type { DecodedSound } from '../../reading/decode-sound.ts';

/** What is known of the file of a sound once it was read: it can be heard, or it cannot, and why. */
export type SoundFile = DecodedSound | { readonly problem: string };
