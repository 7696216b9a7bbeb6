/** What an actor, a prop or a camera does in a clip; undefined where it does nothing there. A clip's id is a file's name, and may be `constructor`. */
export function motionInClip<Motion>(motions: Readonly<Record<string, Motion>>, clip: string): Motion | undefined {
  return Object.hasOwn(motions, clip) ? motions[clip] : undefined;
}
