/** What is thrown where compressed bytes are not what they should be. `problem` goes on with “it”. */
export function damagedMeshopt(problem: string): Error {
  return new Error(`a Meshopt-compressed part of the file cannot be read: ${problem}`);
}
