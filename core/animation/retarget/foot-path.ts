/** Where an ankle is and how its foot is turned, frame by frame, world. */
export interface FootPath {
  /** 3 × frames, metres. */
  readonly positions: Float64Array;
  /** 4 × frames. */
  readonly rotations: Float64Array;
  /** World turns by which the heel is raised over the toes, which do not turn along: rotation vectors, 3 × frames. */
  readonly rises: Float64Array;
}
