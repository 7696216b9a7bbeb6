import { createGround, type Ground } from '../contact/ground.ts';
import { placeSurface } from '../contact/surface.ts';
import type { Surface } from '../contact/touch.ts';
import type { Frame } from '../math/frame.ts';
import { rotate } from '../math/quat.ts';
import { UNIT_Y } from '../math/vec3.ts';
import type { PropForm } from './project-data.ts';

/** A prop where it is in some space, and its surface in its own. */
export interface PlacedProp {
  readonly form: PropForm;
  readonly frame: Frame;
  readonly surface: Surface;
}

/** The least rise of a plane's face that carries: one that is set up as a wall or a ceiling does not, behind which all would count as inside of it. */
const FLATTEST = 0.05;

/** Ground of props and of a level floor at a height, metres; null: no floor. */
export function groundOfProps(props: readonly PlacedProp[], floor: number | null): Ground {
  const carrying = props.filter(({ form, frame }) => form.kind !== 'plane' || rotate(frame.rotation, UNIT_Y)[1] > FLATTEST);
  return createGround(
    carrying.map(({ surface, frame }) => placeSurface(surface, frame.position, frame.rotation)),
    floor,
  );
}
