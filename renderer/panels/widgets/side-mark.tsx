import type { BodySide } from '../../state/rig/body-parts.ts';

/** Which side of the body something belongs to: by colour, and by the half that is filled. The name beside it says so in words. */
export function SideMark({ side }: { side: BodySide }) {
  return <span className={`side-mark is-${side}`} aria-hidden />;
}
