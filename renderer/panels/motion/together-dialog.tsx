import { useCallback, useMemo, useState } from 'react';
import { jointKeys } from '../../../core/document/joint-keys.ts';
import type { ChosenGiveWay } from '../../../core/document/bring-together.ts';
import type { TouchedPlace } from '../../../core/animation/clip.ts';
import { jointLabel } from '../../../core/humanoid/body/joint-labels.ts';
import type { BroughtTogether, OpenedCharacter } from '../../../electron/contract.ts';
import {
  addCaptured,
  castOf,
  type CastActor,
  firstParts,
  keepTogether,
  offeredParts,
  personLabel,
  retargetTogether,
  withPart,
} from '../../state/motions/captured-people.ts';
import type { MotionSource } from '../../state/motions/motion-source.ts';
import { MOST_PEOPLE } from '../../state/motions/show-people.ts';
import { contactName } from '../../state/timeline/contacts.ts';
import { rangeInSentence } from '../../state/window/times.ts';
import { DialogActions } from '../dialogs/dialog-actions.tsx';
import { DialogFrame } from '../dialogs/dialog-frame.tsx';
import { WordButton } from '../widgets/button.tsx';
import { Choice } from '../widgets/choice.tsx';
import { useWording } from '../widgets/use-wording.ts';
import { useServices, useStudio } from '../window-context.tsx';
import { ClipChoice, fpsOf, RateChoice, type Rate } from './clip-choice.tsx';
import { Fact, RetargetFacts } from './retarget-facts.tsx';
import { useJob, whyNotDone } from './use-job.ts';
import { Refusal, Waiting } from './waiting.tsx';
import { WalkNote, WalkSwitch } from './walk-switch.tsx';

/** Metres that a contact may be off, and by which bodies may be further into each other than in the capture: what is more is orange. */
const CONTACT_KEPT = 0.01;
const OVERLAP_MORE = 0.005;

const GIVES = [
  { value: 'from', label: 'The first gives way' },
  { value: 'on', label: 'The other gives way' },
  { value: 'both', label: 'Both give way' },
] as const;

interface TogetherDialogProps {
  readonly sources: readonly MotionSource[];
  readonly mannequin: OpenedCharacter;
  readonly onClose: () => void;
}

/** Retargets the motions of people who were captured together, each onto an actor, and keeps what touches. */
export function TogetherDialog({ sources, mannequin, onClose }: TogetherDialogProps) {
  const { studio } = useServices();
  const document = useStudio((state) => state.document!);
  const marks = useStudio((state) => state.session.actors);
  const [parts, setParts] = useState(() => firstParts(offeredParts(document, marks.locked, mannequin), sources.length));
  const [indices, setIndices] = useState<readonly number[]>(() => sources.map(() => 0));
  const [rate, setRate] = useState<Rate>('30');
  const [walks, setWalks] = useState(true);
  const [gives, setGives] = useState<readonly ChosenGiveWay[]>([]);
  const offered = useMemo(() => offeredParts(document, marks.locked, mannequin), [document, marks, mannequin]);
  const cast = useMemo(() => castOf(document, parts, mannequin), [document, parts, mannequin]);
  const start = useCallback(
    (onProgress: (share: number) => void) => {
      const people = sources.map((source, i) => ({ source, index: indices[i]! }));
      return retargetTogether(studio, people, cast, fpsOf(rate), onProgress, gives);
    },
    [studio, sources, indices, cast, rate, gives],
  );
  const retargeting = useJob(start, sources[0]!.character.fileName);
  const { progress } = retargeting;
  const keep = () => {
    if (progress.kind !== 'done') return;
    keepTogether(studio, cast, progress.result, mannequin, walks);
    onClose();
  };
  return (
    <DialogFrame
      title={`Retarget ${sources.length} people captured together`}
      width="wide"
      onClose={onClose}
      actions={
        <DialogActions label="Put on the timeline" disabledBecause={whyNotDone(progress)} onPress={keep} onCancel={onClose}>
          <WordButton
            className="start"
            disabledBecause={sources.length < MOST_PEOPLE ? null : `At most ${MOST_PEOPLE} people are retargeted together.`}
            onPress={() => void addCaptured(studio, sources, onClose)}
          >
            Add a person of the capture…
          </WordButton>
        </DialogActions>
      }
    >
      <p className="soft">
        The first character stays where it stands. The others are placed so that they meet. Hands stay on whom they touch.
      </p>
      <div className="people">
        {sources.map((source, i) => (
          <div key={i} className="person" role="group" aria-label={personLabel(source)}>
            <span className="person-file">{personLabel(source)}</span>
            <ClipChoice
              label={`Motion of ${personLabel(source)}`}
              hideLabel
              source={source}
              index={indices[i]!}
              onChange={(index) => setIndices(indices.with(i, index))}
            />
            <Choice
              label={`Character for ${personLabel(source)}`}
              hideLabel
              value={parts[i]!}
              options={offered}
              onChange={(part) => setParts(withPart(parts, i, part))}
            />
          </div>
        ))}
      </div>
      <div className="motion-choices">
        <RateChoice rate={rate} onChange={setRate} />
        <WalkSwitch isOn={walks} onChange={setWalks} />
      </div>
      <WalkNote isOn={walks} />
      {progress.kind === 'failed' && <Refusal sentence={progress.sentence} />}
      <Waiting retargeting={retargeting} />
      {progress.kind === 'done' && (
        <TogetherFacts brought={progress.result} cast={cast} onGives={(chosen) => setGives(withChosen(gives, chosen))} />
      )}
    </DialogFrame>
  );
}

/** The choices with another one, in place of what was chosen there before. */
function withChosen(gives: readonly ChosenGiveWay[], chosen: ChosenGiveWay): readonly ChosenGiveWay[] {
  const { actor, part, first } = chosen;
  return [...gives.filter((each) => !(each.actor === actor && each.part === part && each.first === first)), chosen];
}

interface TogetherFactsProps {
  readonly brought: BroughtTogether;
  readonly cast: readonly CastActor[];
  readonly onGives: (chosen: ChosenGiveWay) => void;
}

/** The report of all together, then that of each. */
function TogetherFacts({ brought: { people, together }, cast, onGives }: TogetherFactsProps) {
  const { fps } = people[0]!.clip;
  const words = useWording(fps);
  const times = useStudio((state) => state.session.settings.times);
  const { contacts, deepest, captured } = together;
  const furthest = Math.max(0, ...contacts.map(({ distance }) => distance));
  return (
    <>
      <section className="retarget-report" aria-label="Together">
        <h3>Together</h3>
        <dl className="motion-facts">
          <Fact name="Contacts found" value={String(contacts.length)} isGood />
          <Fact name="Contacts off, at most" value={words.length(furthest)} isGood={furthest <= CONTACT_KEPT} />
          <Fact
            name="Bodies overlap (captured)"
            value={`${words.length(deepest)} (${words.length(captured)})`}
            isGood={deepest <= captured + OVERLAP_MORE}
          />
        </dl>
        {contacts.length > 0 && (
          <ul className="soft found-contacts" aria-label="Contacts">
            {contacts.map(({ contact: { actor, part, on, first, last }, distance }, i) => (
              <li key={i}>
                {cast[actor]!.name}: {contactName(part)} on {touchedName(cast, on.by)}, {rangeInSentence(times, first, last, fps)}
                , {words.length(distance)} off.
                <Choice
                  label={`Who gives way: ${cast[actor]!.name}, ${contactName(part)}`}
                  hideLabel
                  value={on.gives ?? 'from'}
                  options={GIVES}
                  onChange={(chosen) => onGives({ actor, part, first, gives: chosen })}
                />
              </li>
            ))}
          </ul>
        )}
      </section>
      {people.map(({ report }, i) => (
        <section key={i} className="retarget-report" aria-label={cast[i]!.name}>
          <h3>{cast[i]!.name}</h3>
          <RetargetFacts report={report} rig={cast[i]!.rig} fps={fps} />
        </section>
      ))}
    </>
  );
}

/** "Mannequin: left shoulder". */
function touchedName(cast: readonly CastActor[], by: TouchedPlace['by']): string {
  const other = 'actor' in by ? cast.find(({ id }) => id === by.actor) : undefined;
  if (!other || !('joint' in by)) return 'itself';
  const label = jointLabel(other.rig, jointKeys(other.rig.skeleton).indexOf(by.joint));
  return `${other.name}: ${label.slice(0, 1).toLowerCase()}${label.slice(1)}`;
}
