import { describe, expect, test } from 'vitest';
import { select } from '../../../renderer/state/selection.ts';
import { click, menuSubjectOf, type Press } from '../../../renderer/tools/press.ts';
import { openedStudio } from './mannequin-studio.ts';

const LEFT: Press = { button: 'left', alt: false, at: { x: 0, y: 0, precise: false }, target: null };

/** A studio in which one joint is selected, and what is selected after a click. */
function selected() {
  const studio = openedStudio();
  select(studio, { joint: 3, handle: null });
  const after = (change: Partial<Press>) => {
    click(studio, { ...LEFT, ...change });
    return studio.getState().session.selection;
  };
  return { studio, after };
}

describe('a click with the left button', () => {
  test('on a joint selects it, beside everything it selects nothing', () => {
    const { after } = selected();
    expect(after({ target: { kind: 'joint', joint: 5 } })).toEqual({ joint: 5, handle: null });
    expect(after({ target: null })).toEqual({ joint: null, handle: null });
  });

  test('on a handle selects it and the joint that it moves', () => {
    const { studio, after } = selected();
    const joint = studio.document().rig.humanoid.leftHand;
    expect(after({ target: { kind: 'handle', handle: 'leftHand' } })).toEqual({ joint, handle: 'leftHand' });
  });

  test('on a ring of the selected joint keeps the selection', () => {
    expect(selected().after({ target: { kind: 'ring', ring: 'x' } })).toEqual({ joint: 3, handle: null });
  });
});

describe('a click with the right button', () => {
  test('selects what its menu is about, and keeps the selection beside everything', () => {
    const { studio, after } = selected();
    const joint = studio.document().rig.humanoid.leftHand;
    expect(after({ button: 'right', target: { kind: 'handle', handle: 'leftHand' } })).toEqual({ joint, handle: 'leftHand' });
    expect(after({ button: 'right', target: null })).toEqual({ joint, handle: 'leftHand' });
    expect(after({ button: 'right', target: { kind: 'joint', joint: 5 } })).toEqual({ joint: 5, handle: null });
  });

  test('means the handle by its arrows, the joint by its rings, and the viewport where nothing is', () => {
    expect(menuSubjectOf({ kind: 'arrow', axis: 'x' })).toBe('handle');
    expect(menuSubjectOf({ kind: 'ring', ring: 'x' })).toBe('joint');
    expect(menuSubjectOf(null)).toBe('space');
  });
});

describe('clicks where handles lie on one another', () => {
  const pile = { kind: 'handle', handle: 'leftHand', next: 'hips' } as const;

  test('take the first, then the next; with the right button always the first', () => {
    const { after } = selected();
    expect(after({ target: pile }).handle).toBe('leftHand');
    expect(after({ target: pile, button: 'right' }).handle).toBe('leftHand');
    expect(after({ target: pile }).handle).toBe('hips');
  });
});

describe('a click that belongs to the camera', () => {
  test.each([
    ['the middle button', { button: 'middle' }],
    ['Alt', { alt: true }],
  ] as const)('with %s changes no selection, on a joint, on a handle and beside everything', (_, change) => {
    const targets = [{ kind: 'joint', joint: 5 }, { kind: 'handle', handle: 'leftHand' }, null] as const;
    for (const target of targets) expect(selected().after({ ...change, target })).toEqual({ joint: 3, handle: null });
  });
});
