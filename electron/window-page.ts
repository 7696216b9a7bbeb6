import type { KeptSettings } from './contract.ts';

/** The first element of the built page, in the look that the program comes with. */
const PAGE = /<html lang="en" data-theme="dark">/;

/**
 * The page of the window in the look that the user set: what of it is drawn before its script has come has the theme, the colours and the size
 * that it keeps. A theme that follows the system is left to the style sheet.
 */
export function pageInLook(html: Uint8Array, { theme = 'dark', sides = 'blueRed', scale = 1 }: KeptSettings): Uint8Array {
  const page = `<html lang="en" data-theme="${theme}" data-sides="${sides}" style="--scale: ${scale}">`;
  return new TextEncoder().encode(new TextDecoder().decode(html).replace(PAGE, page));
}
