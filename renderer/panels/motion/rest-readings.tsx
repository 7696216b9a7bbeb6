import { useState } from 'react';
import { WordButton } from '../widgets/button.tsx';
import type { Rig } from '../../../core/humanoid/body/rig.ts';
import { isMoment, isNamed, type MotionRest, type RestChoice } from '../../../core/formats/clips/source-rest.ts';
import type { MotionPreview } from '../../state/motions/motion.ts';
import type { MotionSource } from '../../state/motions/motion-source.ts';
import { Choice } from '../widgets/choice.tsx';
import { timeInSentence } from '../../state/window/times.ts';
import type { TimeUnit } from '../../../electron/contract.ts';
import { useStudio } from '../window-context.tsx';
import { RangeSlider } from '../widgets/range-slider.tsx';
import { ReadingFacts } from './retarget-facts.tsx';
import { StickFigure } from './stick-figure.tsx';
import { whyNotDone } from './use-job.ts';
import { useRetarget, type MotionChoices } from './use-retarget.ts';

/** Readings that are shown beside each other. */
const SHOWN = 3;
/** Metres below the floor, in heights of the character, and share of the frames on a limit, from which the rest may be read wrongly. */
const DEEP = 0.02;
const MOST_OF_THE_TIME = 0.5;
const BEST = 'best';

/** What a rest is called in a choice: the same for the same rest. */
export function restKey(choice: RestChoice): string {
  if (isMoment(choice)) return `after ${choice.seconds} of ${choice.clip ?? ''}`;
  return isNamed(choice) ? `named ${choice.label}` : choice;
}

/** A rest in words; a moment of the motion in the unit that is set. */
function restInWords({ choice, label }: MotionRest, times: TimeUnit, fps: number): string {
  if (!isMoment(choice)) return label;
  const when = timeInSentence(times, Math.round(choice.seconds * fps), fps);
  return `as the body stands at ${when}${choice.clip === undefined ? '' : ` of “${choice.clip}”`}`;
}

/** Whether the result speaks against the rest that the motion's skeleton was taken to have. */
export function isRestDoubtful({ report, rest }: MotionPreview, rig: Rig): boolean {
  const { limited, floorPenetration, isCopy } = report;
  if (isCopy) return false;
  const limbs = new Set(Object.entries(rig.humanoid).flatMap(([bone, joint]) => (/Leg|Foot|Arm/.test(bone) ? [joint] : [])));
  const isHeld = limited.some(({ joint, share }) => limbs.has(joint) && share > MOST_OF_THE_TIME);
  return !rest.stands || isHeld || floorPenetration > DEEP * rig.report.height;
}

interface RestChoiceProps {
  /** Frames a second of the motion. */
  readonly fps: number;
  readonly rests: readonly MotionRest[];
  readonly present: MotionRest;
  readonly chosen: RestChoice | null;
  readonly onChoose: (choice: RestChoice | null) => void;
}

/** What the motion's skeleton rests in: found by itself, or chosen. */
export function RestPick({ fps, rests, present, chosen, onChoose }: RestChoiceProps) {
  const times = useStudio((state) => state.session.settings.times);
  return (
    <Choice
      label="Rest pose"
      hint="The pose that the motion’s skeleton rests in: rotations are measured from it"
      value={chosen === null ? BEST : restKey(chosen)}
      options={[
        { value: BEST, label: chosen === null ? `${restInWords(present, times, fps)} (fits best)` : 'as fits best' },
        ...rests.map((each) => ({ value: restKey(each.choice), label: restInWords(each, times, fps) })),
      ]}
      onChange={(key) => onChoose(rests.find(({ choice }) => restKey(choice) === key)?.choice ?? null)}
    />
  );
}

interface RestReadingsProps {
  readonly source: MotionSource;
  readonly index: number;
  readonly choices: MotionChoices;
  readonly rests: readonly MotionRest[];
  readonly present: MotionRest;
  readonly rig: Rig;
  readonly onChoose: (choice: RestChoice) => void;
}

/** The best readings of the rest beside each other, each as the motion comes out of it with its figures, and a button to take it. */
export function RestReadings({ source, index, choices, rests, present, rig, onChoose }: RestReadingsProps) {
  const [share, setShare] = useState(0.5);
  return (
    <section className="rest-readings" aria-label="Possible rest poses">
      <p className="warning-text">
        A foot is below the floor, or a joint is mostly at its limit. The motion may rest in another pose: which of these moves as
        it should?
      </p>
      <div className="rest-figures">
        {rests.slice(0, SHOWN).map((rest) => (
          <Reading
            key={restKey(rest.choice)}
            source={source}
            index={index}
            choices={{ ...choices, rest: rest.choice }}
            rest={rest}
            rig={rig}
            share={share}
            isPresent={restKey(rest.choice) === restKey(present.choice)}
            onChoose={onChoose}
          />
        ))}
      </div>
      <RangeSlider
        label="Moment of the readings"
        value={share}
        min={0}
        max={1}
        step={0.01}
        onInput={setShare}
        onCommit={setShare}
      />
    </section>
  );
}

interface ReadingProps {
  readonly source: MotionSource;
  readonly index: number;
  readonly choices: MotionChoices;
  readonly rest: MotionRest;
  readonly rig: Rig;
  /** Moment of the clip, 0 to 1. */
  readonly share: number;
  readonly isPresent: boolean;
  readonly onChoose: (choice: RestChoice) => void;
}

function Reading({ source, index, choices, rest, rig, share, isPresent, onChoose }: ReadingProps) {
  const { progress } = useRetarget(source, index, choices);
  const times = useStudio((state) => state.session.settings.times);
  const fps = source.motions[index]?.fps ?? 30;
  const label = restInWords(rest, times, fps);
  return (
    <div>
      {progress.kind === 'done' ? (
        <>
          <StickFigure
            place="Rests:"
            label={label}
            rig={rig}
            clip={progress.result.clip}
            time={share * progress.result.clip.duration}
          />
          <ReadingFacts report={progress.result.report} rig={rig} fps={fps} />
        </>
      ) : (
        <p className="soft">{progress.kind === 'failed' ? progress.sentence : `${label}…`}</p>
      )}
      <WordButton
        aria-label={isPresent ? `Shown above: ${label}` : `Use this: ${label}`}
        disabledBecause={isPresent ? 'It is the one in use.' : whyNotDone(progress)}
        onPress={() => onChoose(rest.choice)}
      >
        {isPresent ? 'Shown above' : 'Use this'}
      </WordButton>
    </div>
  );
}
