import type { Studio, StudioState } from './studio.ts';

/** Whether what a node of the character's file draws is not shown. */
export function isMeshHidden({ session }: StudioState, node: number): boolean {
  return session.hiddenMeshes.has(node);
}

/** Hides what nodes draw, or shows it again: capes, shields, hair that are in the way. */
export function setMeshesHidden(studio: Studio, nodes: readonly number[], hides: boolean): void {
  const { session } = studio.getState();
  const hidden = new Set(session.hiddenMeshes);
  for (const node of nodes) {
    if (hides) hidden.add(node);
    else hidden.delete(node);
  }
  studio.setState({ session: { ...session, hiddenMeshes: hidden } });
}

/** Hides all that the character's file draws but one node's mesh. */
export function isolateMesh(studio: Studio, node: number): void {
  const { document, session } = studio.getState();
  const others = document?.character.scene.meshNodes.filter((each) => each !== node) ?? [];
  studio.setState({ session: { ...session, hiddenMeshes: new Set(others) } });
}
