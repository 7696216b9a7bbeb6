import { Footprints } from 'lucide-react';
import { useDeferredValue, useMemo } from 'react';
import { Button } from 'react-aria-components';
import { clipContacts, showWorstSlide, slideNow } from '../../state/timeline/contacts.ts';
import { WithTooltip } from '../widgets/button.tsx';
import { useServices, useStudio } from '../window-context.tsx';
import { showDistance } from '../../state/window/units.ts';
import { SLIDES } from '../../../core/animation/holding/still-part.ts';

/** How far contacts slide in a frame, at most: shown while the clip has any. A press goes there. */
export function SlideMeter() {
  const { studio } = useServices();
  // Nothing of a document whose clip has no contacts is looked at.
  const document = useStudio((state) => (clipContacts(state).length > 0 ? state.document : null));
  // Keys and poses come first; the meter follows when there is time.
  const looked = useDeferredValue(document);
  const unit = useStudio((state) => state.session.settings.lengths);
  const slide = useMemo(() => looked && slideNow(looked), [looked]);
  if (!document || !slide) return null;
  const shown = showDistance(unit, slide.largest);
  const label = `Contacts slide by ${shown} a frame at most: go there`;
  return (
    <WithTooltip label={label}>
      <Button
        className={slide.largest > SLIDES ? 'slide-meter slides' : 'slide-meter'}
        aria-label={label}
        onPress={() => showWorstSlide(studio)}
      >
        <Footprints size={13} aria-hidden />
        <span className="numbers">{shown}</span>
      </Button>
    </WithTooltip>
  );
}
