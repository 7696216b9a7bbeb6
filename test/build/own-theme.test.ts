import { expect, test } from 'vitest';
import { withoutReadyThemes } from '../../build/own-theme.ts';

test('Rules for ready-made themes go, those that speak of anything else too stay', () => {
  expect(
    withoutReadyThemes(
      '.dv-view { top: 0 } .dockview-theme-nord { --a: 1 } .dockview-theme-vs .dv-tab,\n.dockview-theme-nord .dv-tab { top: 1px } ' +
        '@media (hover: none) { .dv-tab { top: 2px } .dockview-theme-vs .dv-tab { top: 3px } } .dv-a, .dockview-theme-vs { left: 0 }',
    ).replaceAll(/\s+/g, ' '),
  ).toBe('.dv-view { top: 0 } @media (hover: none) { .dv-tab { top: 2px } } .dv-a, .dockview-theme-vs { left: 0 }');
});
