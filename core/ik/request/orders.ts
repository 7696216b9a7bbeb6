/** All visiting orders, as a menu lists them. */
export const VISITING_ORDERS = ['backward', 'forward', 'bounce', 'bounceFromRoot', 'smartBounce', 'largestErrorFirst'] as const;

/**
 * In which order the joints of a goal's chain are visited (n joints, 0 nearest the root, n−1 nearest the effector):
 * - `backward`: n−1 → 0. Most movement near the effector.
 * - `forward`: 0 → n−1. All joints move.
 * - `bounce`: [n−1], [n−1, n−2], … Movement stays at the effector's end.
 * - `bounceFromRoot`: [0], [0, 1], … Movement stays at the root's end.
 * - `smartBounce`: down from the effector; whenever a joint moved noticeably, start again at the effector. Fewest joints disturbed: where all
 *   goals go by it, joints nearest the root that turn out not to be needed are reset.
 * - `largestErrorFirst`: the joint whose step would help most goes next.
 */
export type VisitingOrder = (typeof VISITING_ORDERS)[number];
