/** What a new user does once, in any order. */
export const TOUR_STEPS = ['pull', 'orbit', 'unpin', 'save', 'key'] as const;

export type TourStep = (typeof TOUR_STEPS)[number];
