import {
  checkAim,
  checkDirection,
  checkOrientation,
  checkPosition,
  PLAIN_FIELDS,
  type GoalKind,
  type Vocabulary,
} from './vocabulary.ts';

/** What can be asked of {@link createChainSolver}. */
export const CHAIN_VOCABULARY: Vocabulary = /* @__PURE__ */ chainVocabulary();

function chainVocabulary(): Vocabulary {
  const goals = new Map<string, GoalKind>();
  const add = (kind: string, fields: readonly string[], check: GoalKind<never>['check']): void => {
    goals.set(kind, { fields: new Set([...PLAIN_FIELDS, ...fields]), check });
  };
  add('position', ['offset'], checkPosition);
  add('orientation', ['leverArm'], checkOrientation);
  add('direction', ['axis', 'leverArm'], checkDirection);
  add('aim', ['offset', 'axis'], checkAim);
  const options = 'maxIterations restarts maxUpdates seeds starts randomSeed stiffness damping maxStep comfort into';
  return { whose: ' of createChainSolver (createSolver takes more)', goals, options: new Set(options.split(' ')) };
}
