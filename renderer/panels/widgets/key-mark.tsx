import type { KeyState } from '../../state/keys/key-state.ts';

const WORDS: Readonly<Record<Exclude<KeyState, 'noKeys'>, string>> = {
  key: 'Keyed at this frame',
  between: 'Between keys',
  unkeyed: 'Changed, not keyed',
};

/** The sign of a key state, the same everywhere: a filled diamond is a key, an empty one a change without a key, a dot neither. */
export function KeyMark({ state }: { state: KeyState }) {
  if (state === 'noKeys') return null;
  return <span className={`key-mark is-${state}`} role="img" aria-label={WORDS[state]} title={WORDS[state]} />;
}
