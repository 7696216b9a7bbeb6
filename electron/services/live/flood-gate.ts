/** Far more than a sender of VMC needs that sends each bone in a packet of its own, sixty times a second. */
const MOST_PACKETS = 20_000;
/** A frame of a whole body with a face has 8 kB. */
const MOST_BYTES = 2_000_000;

/** Lets so much through in each second that reading it costs little; `now` in milliseconds. */
export function createFloodGate(mostPackets = MOST_PACKETS, mostBytes = MOST_BYTES): (now: number, bytes: number) => boolean {
  let second = Number.NEGATIVE_INFINITY;
  let packets = 0;
  let total = 0;
  return (now, bytes) => {
    if (now - second >= 1000) {
      second = now;
      packets = 0;
      total = 0;
    }
    packets++;
    total += bytes;
    return packets <= mostPackets && total <= mostBytes;
  };
}
