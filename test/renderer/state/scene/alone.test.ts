import { expect, test } from 'vitest';
import { addShape } from '../../../../renderer/state/props/edit-props.ts';
import { shownProps } from '../../../../renderer/state/props/shown-props.ts';
import { alone } from '../../../../renderer/state/scene/alone.ts';
import { actorsBeside } from '../../../../renderer/state/scene/beside.ts';
import { addCharacter } from '../../../../renderer/state/scene/edit-actors.ts';
import { mannequin, openStudio } from '../open-studio.ts';

test('A character alone stands beside nobody and nothing, and has no ghosts', async () => {
  const { studio } = await openStudio();
  addCharacter(studio, mannequin('second'));
  addShape(studio, 'chair');
  const { session } = studio.getState();
  studio.setState({ session: { ...session, view: { ...session.view, ghosts: true } } });
  const state = studio.getState();
  expect([actorsBeside(state).length, shownProps(state).length]).toEqual([1, 1]);
  const found = alone(state);
  expect([actorsBeside(found).length, shownProps(found).length, found.session.view.ghosts]).toEqual([0, 0, false]);
});
