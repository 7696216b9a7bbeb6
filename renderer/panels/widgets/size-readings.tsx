import { FolderOpen } from 'lucide-react';
import { Button } from 'react-aria-components';
import type { Rig } from '../../../core/humanoid/body/rig.ts';
import { sizeQuestion } from '../../../core/humanoid/rigging/size-question.ts';
import { readAs } from '../../state/documents/show-character.ts';
import { inUnits, showLength } from '../../state/window/units.ts';
import { useServices, useStudio } from '../window-context.tsx';
import { CommandTextButton, WithTooltip } from './button.tsx';

interface SizeReadingsProps {
  readonly report: Rig['report'];
  /** Called before the character is opened again. */
  readonly onPress?: () => void;
}

/**
 * The answers to a character's question about its size: each opens it again with its lengths read otherwise. No unit brings back a body without any
 * height, so another file is offered.
 */
export function SizeReadings({ report, onPress }: SizeReadingsProps) {
  const { studio } = useServices();
  const unit = useStudio((state) => state.session.settings.lengths);
  const question = sizeQuestion(report.height);
  if (!question) return null;
  const { readings } = question;
  if (readings.length === 0) {
    return (
      <p className="size-readings">
        <CommandTextButton id="file.openCharacter" icon={FolderOpen} text="Open another file…" />
      </p>
    );
  }
  return (
    <p className="size-readings">
      {readings.map((reading) => (
        <WithTooltip
          key={reading.metres}
          label={`It is ${showLength(unit, reading.height)} tall then; its file is kept`}
          shortcut=""
        >
          <Button
            className="button"
            onPress={() => {
              onPress?.();
              void readAs(studio, { unit: reading.metres });
            }}
          >
            {inUnits(reading, unit)}
          </Button>
        </WithTooltip>
      ))}
    </p>
  );
}
