/** Metres a second, each second. */
export const GRAVITY = 9.81;
