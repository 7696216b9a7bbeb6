// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { Inspector } from '../../../renderer/panels/inspector/inspector.tsx';
import { giant, openStudio } from '../state/open-studio.ts';
import { show } from './show.tsx';

test('the inspector asks about a giant in the unit that is set', async () => {
  const { studio } = await openStudio({ 'character.mannequin': () => giant() });
  const remove = await show(studio, <Inspector />);
  expect(document.body.textContent).toContain('does its file count in centimetres? It would be 171 cm then.');
  remove();
});
