import { useEffect, useState } from 'react';
import { Button } from 'react-aria-components';
import type { Desktop, Place } from '../../../electron/contract.ts';

/** Folders to begin from. The list stays empty where the host names none. */
export function PlaceList({ desktop, onGo }: { desktop: Desktop; onGo: (folder: string) => void }) {
  const [places, setPlaces] = useState<readonly Place[]>([]);
  useEffect(() => {
    let isShown = true;
    desktop
      .call('files.places')
      .then((found) => isShown && setPlaces(found))
      .catch(() => isShown && setPlaces([]));
    return () => {
      isShown = false;
    };
  }, [desktop]);
  const open = places.filter(({ closed }) => closed === undefined);
  const closed = places.filter((place) => place.closed !== undefined);
  return (
    <nav className="place-list" aria-label="Places">
      {open.map((place) => (
        <Button key={place.folder} className="place" onPress={() => onGo(place.folder)}>
          {place.name}
        </Button>
      ))}
      {closed.length > 0 && (
        <p className="soft closed-places">
          {closed.map(({ name }) => name).join(', ')}: start Limber with <code>{closed[0]?.closed}</code> to open{' '}
          {closed.length === 1 ? 'it' : 'them'}.
        </p>
      )}
    </nav>
  );
}
