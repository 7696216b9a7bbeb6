import type { Vec3 } from '../../math/vec3.ts';
import type { Side } from './found-bones.ts';

/** Where the sole of a foot is. */
export interface Sole {
  /** Unit vector away from the floor when the foot stands flat, as the foot has it at rest, world. */
  readonly up: Vec3;
  /** Metres from the floor to the foot's joint when the foot stands flat. */
  readonly height: number;
}

/** Soles of feet that do not stand on them at rest; one that is missing does. */
export type Soles = Readonly<Partial<Record<Side, Sole>>>;
