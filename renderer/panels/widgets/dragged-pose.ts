/** What a saved pose is called while it is dragged, to another library or onto the timeline. */
export const DRAGGED_POSE = 'application/x-limber-pose';
