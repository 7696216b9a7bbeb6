/** A part of a mesh's triangles. */
export interface TrianglePart {
  /** The vertices of the mesh that it has, in the order in which its triangles name them. */
  readonly vertices: Uint32Array;
  /** Three for each of its triangles: places in `vertices`. */
  readonly indices: Uint32Array;
}

/** Divides the triangles of a mesh, in their order, into parts of at most `most` vertices each. A vertex between two parts is in both; each has one triangle at least. */
export function partsOfTriangles(indices: ArrayLike<number>, vertexCount: number, most: number): TrianglePart[] {
  const parts: TrianglePart[] = [];
  const placeOf = new Int32Array(vertexCount).fill(-1);
  let vertices: number[] = [];
  let from = 0;
  const end = (to: number): void => {
    const own = Uint32Array.from({ length: to - from }, (_, i) => placeOf[indices[from + i]!]!);
    for (const vertex of vertices) placeOf[vertex] = -1;
    parts.push({ vertices: Uint32Array.from(vertices), indices: own });
    vertices = [];
    from = to;
  };
  for (let t = 0; t + 2 < indices.length; t += 3) {
    if (t > from && vertices.length + 3 > most) end(t);
    for (let i = t; i < t + 3; i++) {
      const vertex = indices[i]!;
      if (placeOf[vertex] !== -1) continue;
      placeOf[vertex] = vertices.length;
      vertices.push(vertex);
    }
  }
  end(indices.length - (indices.length % 3));
  return parts;
}

/** What a list of `size` numbers for each vertex of a mesh holds for these vertices. */
export function ofVertices(list: ArrayLike<number>, size: number, vertices: Uint32Array): Float32Array {
  const own = new Float32Array(size * vertices.length);
  for (let v = 0; v < vertices.length; v++) {
    for (let i = 0; i < size; i++) own[size * v + i] = list[size * vertices[v]! + i]!;
  }
  return own;
}
