import { sideOf, type BodyPart } from '../../state/rig/body-parts.ts';

/** Which side of the body a part belongs to: by colour, and by the half that is filled. The name beside it says so in words. */
export function SideMark({ part }: { part: BodyPart }) {
  return <span className={`side-mark is-${sideOf(part)}`} aria-hidden />;
}
