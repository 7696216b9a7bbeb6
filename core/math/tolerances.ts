/** Every epsilon of `core`, with its unit and its reason. */

/** Radians by which a pose may exceed a limit and still count as inside it (the project's promise about every result). */
export const LIMIT_TOLERANCE = 1e-6;

/** Radians inside a limit's boundary within which a joint counts as standing on it: what an eye cannot tell from the boundary. */
export const AT_LIMIT = 1e-4;

/** Metres below which a vector has no usable direction. */
export const NO_DIRECTION = 1e-9;

/** Deviation of a quaternion's length from 1 that input may have; more is refused as "not a rotation". */
export const UNIT_LENGTH_TOLERANCE = 1e-3;

/** Length of (z, w) of a quaternion below which its swing is half a turn and its twist about z is undefined. */
export const HALF_TURN_SWING = 1e-9;

/** Radians of a half-angle below which a swing ellipse is a line, or a range a single value: no room to move. */
export const NO_ROOM = 1e-9;

/** Radians: a smart-bounce joint that moved more than this sends the visit back to the effector's end (the article's threshold). */
export const NOTICEABLE_STEP = 1e-3;
