import { describe, expect, test } from 'vitest';
import { fittingTools } from '../../../renderer/panels/viewport/fitting-tools.ts';

const GROUPS = [['pull', 'turn'], ['limb', 'body'], ['gizmo', 'snap', 'stops'], ['frame']];

/** What a column of groups measures, counted button by button. */
function heightOf(groups: readonly (readonly string[])[], menu: boolean): number {
  const buttons = groups.flat().length + 1 + (menu ? 1 : 0);
  return 10 + 28 * buttons + 7 * groups.length;
}

describe('the tools beside the picture', () => {
  test('stand all where there is height for them', () => {
    expect(fittingTools(GROUPS, heightOf(GROUPS, false))).toEqual({ shown: GROUPS, more: [] });
  });

  test('at any height each stands once, in order, in the column or in its menu, and the column is filled', () => {
    const tools = GROUPS.flat();
    for (let height = 0; height < heightOf(GROUPS, false); height++) {
      const { shown, more } = fittingTools(GROUPS, height);
      expect([...shown.flat(), ...more]).toEqual(tools);
      expect(shown.length).toBeGreaterThan(0);
      expect(more.length).toBeGreaterThan(0);
      for (const [place, group] of shown.entries()) expect(GROUPS[place]).toEqual(expect.arrayContaining([...group]));
      if (shown.flat().length > 1) expect(heightOf(shown, true)).toBeLessThanOrEqual(height);
      if (more.length > 1) expect(heightOf(shown, true) + 28 + 7).toBeGreaterThan(height);
    }
  });
});
