import { Button } from 'react-aria-components';
import { FEET, type Foot } from '../../../core/humanoid/body/sole.ts';
import { findSoleAgain, hasFoot, isFlatFootTold, tellFlatFoot } from '../../state/rig/told-soles.ts';
import { useServices, useStudio } from '../window-context.tsx';

/** For each foot: that it stands flat as it is now, which settles where its sole is, and the way back to finding that by its shape. */
export function FlatFeet() {
  const isThere = useStudio((state) => FEET.some((foot) => hasFoot(state, foot)));
  if (!isThere) return null;
  return (
    <>
      <p className="soft">Soles are found by the shape of the feet. Where one is not right, pose its foot flat and say so:</p>
      {FEET.map((foot) => (
        <FlatFoot key={foot} foot={foot} />
      ))}
    </>
  );
}

function FlatFoot({ foot }: { foot: Foot }) {
  const { studio } = useServices();
  const isThere = useStudio((state) => hasFoot(state, foot));
  const isTold = useStudio((state) => isFlatFootTold(state, foot));
  if (!isThere) return null;
  const side = foot === 'leftFoot' ? 'left' : 'right';
  return (
    <p className="flat-foot">
      <Button className="button" onPress={() => tellFlatFoot(studio, foot)}>
        The {side} foot stands flat now
      </Button>
      {isTold && (
        <Button className="button" onPress={() => findSoleAgain(studio, foot)}>
          Find its sole again
        </Button>
      )}
    </p>
  );
}
