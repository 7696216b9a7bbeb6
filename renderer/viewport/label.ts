/** A small text beside the pointer that names what is under it. */
export interface Label {
  /** `x`, `y`: CSS pixels in the window. */
  show(text: string, x: number, y: number): void;
  hide(): void;
  dispose(): void;
}

/** Screen readers have the outliner; the label only repeats names for the eye, so it is hidden from them. */
export function createLabel(owner: Document): Label {
  const element = owner.createElement('div');
  element.setAttribute('aria-hidden', 'true');
  Object.assign(element.style, {
    position: 'fixed',
    display: 'none',
    pointerEvents: 'none',
    padding: '3px 8px',
    borderRadius: '5px',
    background: 'rgba(13, 15, 18, 0.86)',
    color: '#eef2f7',
    font: '500 12px/1.35 system-ui, sans-serif',
    whiteSpace: 'nowrap',
    zIndex: '5',
  });
  owner.body.append(element);
  return {
    show: (text, x, y) => {
      element.textContent = text;
      element.style.left = `${x + 16}px`;
      element.style.top = `${y + 14}px`;
      element.style.display = 'block';
    },
    hide: () => {
      element.style.display = 'none';
    },
    dispose: () => element.remove(),
  };
}
