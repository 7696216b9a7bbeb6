import { act, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { I18nProvider } from 'react-aria-components';
import { WindowContext } from '../../../renderer/panels/window-context.tsx';
import type { Studio } from '../../../renderer/state/studio.ts';
import type { WindowParts } from '../../../renderer/state/window/window-parts.ts';

/** Puts panels into the page as the window does. Returns how to take them away. */
export async function show(studio: Studio, panels: ReactNode): Promise<() => void> {
  (globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;
  const parts: WindowParts = { viewport: null, workspace: null };
  const holder = document.createElement('div');
  document.body.append(holder);
  const root = createRoot(holder);
  await act(async () => {
    root.render(
      <I18nProvider locale="en-GB">
        <WindowContext value={{ studio, parts, mac: false, nativeMenus: false }}>{panels}</WindowContext>
      </I18nProvider>,
    );
  });
  return () => {
    act(() => root.unmount());
    holder.remove();
  };
}

/** Lets the page catch up with what was just done. */
export async function settle(doing: () => void | Promise<void> = () => undefined): Promise<void> {
  await act(async () => {
    await doing();
    await new Promise((resolve) => setTimeout(resolve, 10));
  });
}

/** The button with exactly this text or label. */
export function button(text: string): HTMLButtonElement {
  const found = [...document.querySelectorAll('button')].find(
    (each) => each.textContent?.trim() === text || each.getAttribute('aria-label') === text,
  );
  if (!found) throw new Error(`there is no button "${text}"`);
  return found;
}

export async function click(text: string): Promise<void> {
  await settle(() => button(text).click());
}

/** Types a whole text into a field. */
export async function type(field: HTMLInputElement, text: string): Promise<void> {
  await settle(() => {
    const setter = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;
    setter?.call(field, text);
    field.dispatchEvent(new Event('input', { bubbles: true }));
  });
}
