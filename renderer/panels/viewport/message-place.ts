import type { MessagePlace } from '../../state/session-state.ts';

/** CSS pixels of a picture, from its top left corner. */
export interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

interface Room {
  /** In whose corners they may stand. */
  readonly area: Box;
  /** Of the messages, CSS pixels. */
  readonly messages: { readonly width: number; readonly height: number };
  /** What they may not cover. */
  readonly taken: readonly Box[];
  /** Where they stand: they stay there while they cover nothing. */
  readonly present: MessagePlace;
}

const CORNERS = ['bottomLeft', 'bottomRight', 'topLeft', 'topRight'] as const;

/** The corner of the area in which messages cover nothing, or a line of their own where there is none. */
export function freePlace({ area, messages, taken, present }: Room): MessagePlace {
  const order = [...CORNERS].sort((a, b) => Number(b === present) - Number(a === present));
  const isFree = (corner: (typeof CORNERS)[number]) => {
    const left = corner.endsWith('Left') ? area.left : area.right - messages.width;
    const top = corner.startsWith('top') ? area.top : area.bottom - messages.height;
    const box = { left, top, right: left + messages.width, bottom: top + messages.height };
    return !taken.some((each) => meet(each, box));
  };
  return order.find(isFree) ?? 'line';
}

function meet(a: Box, b: Box): boolean {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}
