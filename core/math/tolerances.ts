/** Every epsilon of `core`, with its unit and its reason. */

/** Radians by which a pose may exceed a limit and still count as inside it (the project's promise about every result). */
export const LIMIT_TOLERANCE = 1e-6;

/** Metres below which a vector has no usable direction. */
export const NO_DIRECTION = 1e-9;

/** Deviation of a quaternion's length from 1 that input may have; more is refused as "not a rotation". */
export const UNIT_LENGTH_TOLERANCE = 1e-3;
