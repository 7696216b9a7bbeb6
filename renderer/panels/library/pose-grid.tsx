import { useCallback, useLayoutEffect, useMemo, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import type { SavedPose } from '../../../core/library/saved-pose.ts';
import { isAskedByKey } from '../../state/window/open-context-menu.ts';
import { applySelected } from '../../state/library/saved-clips.ts';
import { setLibrarySession } from '../../state/session.ts';
import { useContextMenu } from '../widgets/use-context-menu.ts';
import { useSize } from '../widgets/use-size.ts';
import { cardAfterKey, cardsInView, layOutCards, scrollToCard, type CardSizes } from '../widgets/virtual-grid.ts';
import { useServices, useStudio } from '../window-context.tsx';
import { PoseCard } from './pose-card.tsx';

/** Pixels, at the scale 1, that two lines of a name need below the picture, and between cards. */
const BELOW = 38;
const GAP = 6;
/** Times its least width that a card may become where a line of cards leaves room. */
const WIDEST = 1.5;

function sizesOf(cardSize: number, scale: number): CardSizes {
  return { narrowest: cardSize * scale, widest: WIDEST * cardSize * scale, below: BELOW * scale, gap: GAP * scale };
}

/** Rows above and below the view that are drawn too. */
const MORE_ROWS = 2;

interface PoseCardsProps {
  readonly poses: readonly SavedPose[];
  /** Names the order that the poses stand in: another one is shown from its beginning. */
  readonly order: string;
}

interface PoseGridProps extends PoseCardsProps {
  /** Shown where there is none. */
  readonly children: ReactNode;
}

/** The saved poses, or what is said where there is none: a grid without rows would be an error to those who hear it. */
export function PoseGrid({ poses, order, children }: PoseGridProps) {
  return poses.length === 0 ? <div className="pose-grid">{children}</div> : <PoseCards poses={poses} order={order} />;
}

/**
 * The saved poses as cards, of which only those in view are in the page. The list has the focus; the selected card is its active one. Enter or
 * a double click applies.
 */
function PoseCards({ poses, order }: PoseCardsProps) {
  const { studio } = useServices();
  const selected = useStudio((state) => state.session.library.selected);
  const renaming = useStudio((state) => state.session.library.renaming);
  const list = useRef<HTMLDivElement>(null);
  const size = useSize(list);
  const [top, setTop] = useState(0);
  const openMenu = useContextMenu('pose');
  const cardSize = useStudio((state) => state.session.settings.cardSize);
  const scale = useStudio((state) => state.session.settings.scale);
  const sizes = useMemo(() => sizesOf(cardSize, scale), [cardSize, scale]);
  const grid = layOutCards(poses.length, size.width, sizes);
  const { from, to } = cardsInView(grid, poses.length, top, size.height, MORE_ROWS);
  const active = useMemo(() => placeOf(poses, selected), [poses, selected]);

  const bringIntoView = useCallback(
    (index: number) => {
      const element = list.current;
      if (!element || index < 0) return;
      const { scrollTop, clientHeight, clientWidth } = element;
      const next = scrollToCard(layOutCards(0, clientWidth, sizes), index, scrollTop, clientHeight);
      if (next === scrollTop) return;
      element.scrollTop = next;
      setTop(next);
    },
    [sizes],
  );

  const shownOrder = useRef(order);
  useLayoutEffect(() => {
    if (shownOrder.current === order) return;
    shownOrder.current = order;
    list.current?.scrollTo(0, 0);
    setTop(0);
  }, [order]);

  const renamed = useMemo(() => placeOf(poses, renaming), [poses, renaming]);
  // A name can only be edited in view.
  useLayoutEffect(() => {
    if (size.height > 0) bringIntoView(renamed);
  }, [bringIntoView, renamed, size]);
  // What opens below takes room from the list: the selected card stays in view if it was.
  const heightBefore = useRef(0);
  useLayoutEffect(() => {
    const { scrollTop, clientHeight, clientWidth } = list.current!;
    const wasInView = scrollToCard(layOutCards(0, clientWidth, sizes), active, scrollTop, heightBefore.current) === scrollTop;
    if (size.height > 0 && clientHeight < heightBefore.current && wasInView) bringIntoView(active);
    heightBefore.current = clientHeight;
  }, [bringIntoView, active, size, sizes]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.target !== event.currentTarget || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'Enter' && active >= 0) {
      event.preventDefault();
      applySelected(studio);
      return;
    }
    const next = cardAfterKey(event.key, active, poses.length, grid, size.height);
    if (next === null) return;
    event.preventDefault();
    setLibrarySession(studio, { selected: poses[next]!.id });
    bringIntoView(next);
  };

  return (
    <div
      ref={list}
      className="pose-grid"
      role="grid"
      aria-label="Saved poses"
      aria-rowcount={poses.length}
      aria-activedescendant={active >= from && active < to ? cardId(poses[active]!) : undefined}
      tabIndex={0}
      onKeyDown={onKeyDown}
      onContextMenu={(event) => {
        // The list has the focus: a key means the card that is active in it.
        if (active >= 0 && event.target === event.currentTarget && isAskedByKey(event.nativeEvent)) openMenu(event);
      }}
      onClick={(event) => {
        const card = (event.target as Element).closest<HTMLElement>('[data-pose]');
        if (card) setLibrarySession(studio, { selected: card.dataset['pose']! });
      }}
      onScroll={(event) => {
        // Within a row the same cards are in view.
        const { scrollTop } = event.currentTarget;
        if (Math.floor(scrollTop / grid.down) !== Math.floor(top / grid.down)) setTop(scrollTop);
      }}
    >
      <div className="pose-cards" role="presentation" style={{ height: grid.whole }}>
        {poses.slice(from, to).map((saved, i) => {
          const index = from + i;
          return (
            <PoseCard
              key={saved.id}
              id={cardId(saved)}
              saved={saved}
              index={index}
              left={(index % grid.columns) * grid.across}
              top={Math.floor(index / grid.columns) * grid.down}
              width={grid.width}
              height={grid.height}
              isSelected={index === active}
              isRenaming={index === renamed}
            />
          );
        })}
      </div>
    </div>
  );
}

/** The place of the pose with this id among many; −1 where it is not among them. */
function placeOf(poses: readonly SavedPose[], id: string | null): number {
  return id === null ? -1 : poses.findIndex((saved) => saved.id === id);
}

function cardId({ id }: SavedPose): string {
  return `saved-pose-${id}`;
}
