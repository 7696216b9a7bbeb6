/** Every epsilon of `core`, with its unit and its reason. */

/** Radians by which a pose may exceed a limit and still count as inside it (the project's promise about every result). */
export const LIMIT_TOLERANCE = 1e-6;

/** Radians by which a pose that comes in may exceed a limit before it is clamped: half the promise, so that rounding never breaks it. */
export const CLAMP_TOLERANCE = 5e-7;

/** Radians inside a limit's boundary within which a joint counts as standing on it: what an eye cannot tell from the boundary. */
export const AT_LIMIT = 1e-4;

/** Metres below which a vector has no usable direction. */
export const NO_DIRECTION = 1e-9;

/** Share of the largest factor of a scale up to which another one is nothing: where a joint is along that axis would keep no digit of a 32-bit file. */
export const FLAT_SCALE = 1e-9;

/** Metres: a target nearer than this to the origin of an aim has no direction that could be followed as the origin moves. */
export const NO_AIM = 1e-6;

/** Deviation of a quaternion's length from 1 that input may have; more is refused as "not a rotation". */
export const UNIT_LENGTH_TOLERANCE = 1e-3;

/** Length of (z, w) of a quaternion below which its swing is half a turn and its twist about z is undefined. */
export const HALF_TURN_SWING = 1e-9;

/** Radians short of half a turn at which a cone ends that is open to half a turn on some sides only: far enough for the swing to have a direction. */
export const SHORT_OF_HALF_TURN = 1e-6;

/** Radians of a half-angle below which a swing ellipse is a line, or a range a single value: no room to move. */
export const NO_ROOM = 1e-9;

/** Radians by which the angles that a coupled limit follows must rise from point to point: nearer, the limit would jump with their rounding. */
export const COUPLING_RISE = 1e-6;

/** Radians: a smart-bounce joint that moved more than this sends the visit back to the effector's end (the article's threshold). */
export const NOTICEABLE_STEP = 1e-3;

/** Factor on the largest step that a joint may make: what rounding may add to it. */
export const STEP_ROUNDING = 1 + 1e-9;

/** Deviation of a quaternion's length from 1 that is mere rounding: below it the numbers are kept as they are. */
export const UNIT_ROUNDING = 1e-9;

/** Seconds within which two key times are the same key: far below a frame, far above rounding. */
export const KEY_TIME_TOLERANCE = 1e-4;

/** Seconds between the last sample before a step and the step itself in a baked clip: 32-bit times up to 1,000 s still tell them apart. */
export const SHORTEST_INTERVAL = 2e-4;

/** Share of a node's value by which it must differ from rest to be written: above what 32-bit files keep. */
export const BAKE_REST_TOLERANCE = 1e-6;

/** Metres and radians by which straight playback of a baked clip may leave the preview: half of what the export promises (0.1 mm, 0.05°). */
export const BAKE_DISTANCE_TOLERANCE = 5e-5;
export const BAKE_ANGLE_TOLERANCE = 4e-4;

/** Radians and metres by which a clip may change when keys that nobody needs are dropped: a fifth of what an export may differ. */
export const REDUCED_ANGLE = 2e-4;
export const REDUCED_DISTANCE = 2e-5;
/** The same of the weight of an expression: a quarter of a step of 8-bit colour, far less than can be seen. */
export const REDUCED_WEIGHT = 1e-3;

/** Weight of a morph target by which straight playback of an exported clip may leave the preview. */
export const BAKE_WEIGHT_TOLERANCE = 2e-3;

/** Metres and radians within which a kept contact is at its place: a tenth of the slide that is allowed. */
export const CONTACT_DISTANCE = 1e-4;
export const CONTACT_ANGLE = 2e-3;

/** Metres beyond which a coordinate is refused: a million kilometres, where squares and their sums are still exact enough to compare. */
export const MOST_METRES = 1e9;

/** By how much a number of a key (of a quaternion, metres, or a share of an expression) differs from a pose by mere rounding: such a key holds that pose. */
export const KEY_VALUE_ROUNDING = 1e-6;
