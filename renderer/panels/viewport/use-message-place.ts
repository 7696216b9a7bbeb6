import { useCallback, useLayoutEffect, type RefObject } from 'react';
import { setMessagePlace } from '../../state/session.ts';
import type { Studio } from '../../state/studio.ts';
import type { WindowParts } from '../../state/window/window-parts.ts';
import { useServices, useStudio } from '../window-context.tsx';
import { freePlace, type Box } from './message-place.ts';

/** CSS pixels around a point that is dragged, which messages leave free. */
const REACH = 10;

/**
 * Keeps where messages stand: in the corner of the picture where they cover nothing that can be used, where there is one and the picture has room.
 * Returns what looks at that anew, for when the messages have another size and for when what is drawn has come to rest.
 */
export function useMessagePlace(picture: RefObject<HTMLElement | null>, hasRoom: boolean): () => void {
  const { studio, parts } = useServices();
  const isQuiet = useStudio(({ session: { notices, work } }) => notices.length === 0 && work === null);
  useLayoutEffect(() => {
    const hasLine = studio.getState().session.messagePlace === 'line';
    if (!hasRoom) setMessagePlace(studio, 'line');
    else if (isQuiet || hasLine) setMessagePlace(studio, 'bottomLeft');
  }, [studio, hasRoom, isQuiet]);
  useLayoutEffect(() => () => setMessagePlace(studio, 'line'), [studio]);
  return useCallback(() => placeMessages(studio, parts, picture), [studio, parts, picture]);
}

function placeMessages(studio: Studio, parts: WindowParts, { current: picture }: RefObject<HTMLElement | null>): void {
  const messages = picture?.querySelector('.messages');
  const corners = messages?.parentElement;
  if (!picture || !messages || !corners) return;
  const { left: x, top: y } = picture.getBoundingClientRect();
  const boxOf = (element: Element): Box => {
    const { left, top, right, bottom } = element.getBoundingClientRect();
    return { left: left - x, top: top - y, right: right - x, bottom: bottom - y };
  };
  const { width, height } = messages.getBoundingClientRect();
  if (height === 0) return;
  const cards = [...picture.querySelectorAll('.tour, .start-choices')].map(boxOf);
  const reaches = (parts.viewport?.graspPoints() ?? []).map((at): Box => ({
    left: at.x - REACH,
    top: at.y - REACH,
    right: at.x + REACH,
    bottom: at.y + REACH,
  }));
  const { messagePlace: present } = studio.getState().session;
  setMessagePlace(
    studio,
    freePlace({ area: boxOf(corners), messages: { width, height }, taken: [...cards, ...reaches], present }),
  );
}
