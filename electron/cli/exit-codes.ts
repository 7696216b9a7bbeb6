/** What the command line answers. */
export const EXIT = {
  done: 0,
  /** Something in the program itself went wrong. */
  failed: 1,
  badInput: 2,
  /** A goal that was not reached, a bar that was broken, or something found wrong. */
  notReached: 3,
  /** Ctrl+C, as shells report it. */
  cancelled: 130,
} as const;
