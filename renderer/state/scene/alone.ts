import type { StudioState } from '../studio.ts';

/** The state as a picture shows it that is of the character's body alone: without other actors, props and ghosts. */
export function alone(state: StudioState): StudioState {
  const { document, session } = state;
  const { actors = [], props = [] } = document?.history.present ?? {};
  const hidden = {
    view: { ...session.view, ghosts: false },
    actors: { ...session.actors, hidden: new Set(actors.map(({ id }) => id)) },
    hiddenProps: new Set(props.map(({ id }) => id)),
  };
  return { ...state, session: { ...session, ...hidden } };
}
