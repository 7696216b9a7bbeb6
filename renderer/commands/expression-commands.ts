import { expressionNames, keyExpressions, resetExpressions, showsExpression } from '../state/posing/expressions.ts';
import { showInspectorPage } from '../state/session.ts';
import type { StudioState } from '../state/studio.ts';
import { when, type Command } from './command.ts';

const hasExpressions = when(
  'Open a character with facial expressions (VRM expressions or named morph targets) first.',
  (state: StudioState) => expressionNames(state).length > 0,
);

export const EXPRESSION_COMMANDS: readonly Command[] = [
  {
    id: 'pose.showExpressions',
    label: 'Show expressions',
    category: 'Pose',
    group: 'Hands and face',
    enabled: hasExpressions,
    run: ({ studio, parts }) => {
      showInspectorPage(studio, 'face');
      parts.workspace?.showPanel('inspector');
    },
  },
  {
    id: 'pose.resetExpressions',
    label: 'Reset expressions',
    category: 'Pose',
    group: 'Hands and face',
    enabled: when('Move the slider of an expression first.', showsExpression),
    run: ({ studio }) => resetExpressions(studio),
  },
  {
    id: 'key.setExpressions',
    label: 'Key expressions',
    category: 'Key',
    group: 'Keys',
    enabled: hasExpressions,
    run: ({ studio }) => keyExpressions(studio),
  },
];
