import type { ScreenPoint } from '../tools/geometry/lens.ts';

/** The box that is drawn over the picture to select what is in it. */
export interface BoxMark {
  /** Two corners, CSS pixels of the picture; null hides it. */
  show(box: readonly [ScreenPoint, ScreenPoint] | null): void;
  dispose(): void;
}

export function createBoxMark(canvas: HTMLCanvasElement): BoxMark {
  const owner = canvas.ownerDocument;
  const element = owner.createElement('span');
  element.setAttribute('aria-hidden', 'true');
  element.className = 'select-box';
  element.hidden = true;
  owner.body.append(element);
  return {
    show: (box) => {
      element.hidden = box === null;
      if (!box) return;
      const [a, b] = box;
      const { left, top } = canvas.getBoundingClientRect();
      Object.assign(element.style, {
        left: `${left + Math.min(a.x, b.x)}px`,
        top: `${top + Math.min(a.y, b.y)}px`,
        width: `${Math.abs(a.x - b.x)}px`,
        height: `${Math.abs(a.y - b.y)}px`,
      });
    },
    dispose: () => element.remove(),
  };
}
