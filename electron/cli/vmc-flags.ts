import type { UdpPlace } from '../services/live/udp.ts';

/** What both commands of `vmc` take. */
export interface VmcFlags extends UdpPlace {
  readonly seconds?: number;
  readonly json?: boolean;
}
