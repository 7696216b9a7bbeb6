/** The needs of one frame each, without the runs of frames (needs above 0) of which one needs more than `most`: what cannot be helped stays as it is. */
export function runsWithin(needs: Float64Array, most: number): Float64Array {
  const kept = needs.slice();
  let first = 0;
  for (let frame = 0; frame <= needs.length; frame++) {
    if (frame < needs.length && needs[frame]! > 0) continue;
    if (needs.subarray(first, frame).some((need) => need > most)) kept.fill(0, first, frame);
    first = frame + 1;
  }
  return kept;
}
