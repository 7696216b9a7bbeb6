import type { Page } from '@playwright/test';
import { PAGE_FUNCTIONS, type Comparison, type Entry } from './page-effects.ts';

/**
 * Runs each command twice in the page, each time from the state that it is in now: by its id, as keys, buttons and the palette do, and by a
 * press on its entry in the menu. An effect is what changed in the studio's state, what was asked of the host, and what was asked of the
 * viewport and of the arrangement of panels. Nothing reaches the host meanwhile. The page is good for nothing else afterwards.
 */
export function compareEffects(page: Page, entries: readonly Entry[]): Promise<Comparison> {
  const functions = PAGE_FUNCTIONS.map(String).join('\n');
  return page.evaluate(`(() => { ${functions}; return compareAll(${JSON.stringify(entries)}); })()`);
}
