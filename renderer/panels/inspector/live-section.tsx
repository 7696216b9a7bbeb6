import { Circle, Pin, Square } from 'lucide-react';
import type { DroppedPackets, LiveAddress, LiveState } from '../../../electron/contract.ts';
import { toggleCamera } from '../../state/live/live-camera.ts';
import { changePlace, toggleReceiving, toggleSending } from '../../state/live/links.ts';
import { RECORDED_FPS } from '../../state/live/recording.ts';
import { lengthInWords } from '../../state/window/times.ts';
import { CommandTextButton } from '../widgets/button.tsx';
import { NumberInput } from '../widgets/number-input.tsx';
import { SwitchBox } from '../widgets/switch-box.tsx';
import { useServices, useStudio } from '../window-context.tsx';
import { Section } from './section.tsx';

/** Links to programs that speak VMC, such as VSeeFace, and the camera: what is sent, what comes, and what is recorded of it. */
export function LiveSection() {
  const { studio } = useServices();
  const { isSending, isReceiving, camera, state, recorded } = useStudio(({ session }) => session.live);
  const { liveSend, liveReceive, times } = useStudio(({ session }) => session.settings);
  return (
    <Section title="Live" note="VMC">
      <SwitchBox
        label="Send the pose"
        hint="To programs that draw a character, such as VSeeFace: the pose on screen, its expressions and its place"
        isOn={isSending}
        onChange={() => void toggleSending(studio)}
      />
      <PlaceFields what="send" place={liveSend} onChange={(change) => void changePlace(studio, 'send', change)} />
      <NumberInput
        label="Per second"
        hint="How many poses are sent a second: programs expect 60"
        value={liveSend.fps}
        min={1}
        max={120}
        decimals={0}
        onCommit={(fps) => void changePlace(studio, 'send', { fps })}
      />
      <p className="hint" role="status">
        {sendingInWords(isSending, liveSend, state)}
      </p>
      <SwitchBox
        label="Receive motion"
        hint="From a tracker: it moves this character while it is on, and changes nothing until it is recorded or kept"
        isOn={isReceiving}
        onChange={() => void toggleReceiving(studio)}
      />
      <PlaceFields what="receive" place={liveReceive} onChange={(change) => void changePlace(studio, 'receive', change)} />
      <p className="hint" role="status">
        {receivingInWords(isReceiving, liveReceive, state)}
      </p>
      {droppedInWords(state.receiving?.dropped) !== '' && (
        <p className="warning-text">{droppedInWords(state.receiving?.dropped)}</p>
      )}
      <SwitchBox
        label="Follow me by camera"
        hint="A person before the camera moves this character while it is on; its pictures stay in this window"
        isOn={camera !== null}
        onChange={() => void toggleCamera(studio)}
      />
      {(isReceiving || camera !== null) && (
        <>
          <CommandTextButton
            id="live.record"
            icon={recorded === null ? Circle : Square}
            {...(recorded !== null && { text: `Stop recording (${lengthInWords(times, recorded / 1000, RECORDED_FPS)})` })}
            className={recorded === null ? 'wide' : 'wide danger'}
          />
          <CommandTextButton id="live.keepPose" icon={Pin} className="wide" />
        </>
      )}
    </Section>
  );
}

interface PlaceFieldsProps {
  readonly what: 'send' | 'receive';
  readonly place: LiveAddress;
  readonly onChange: (change: Partial<LiveAddress>) => void;
}

/** The address and the port: Enter or leaving the field keeps them. */
function PlaceFields({ what, place, onChange }: PlaceFieldsProps) {
  const hint =
    what === 'send'
      ? 'Where the other program listens: 127.0.0.1 is this machine'
      : 'Who is heard: 127.0.0.1 only programs of this machine, 0.0.0.0 all machines of the network';
  const commit = (text: string) => {
    const address = text.trim();
    if (address !== '') onChange({ address });
  };
  return (
    <>
      <label className="field beside-numbers">
        <span className="label">{what === 'send' ? 'To' : 'At'}</span>
        <input
          key={place.address}
          className="text-input"
          aria-label={what === 'send' ? 'Address that is sent to' : 'Address that is listened at'}
          title={hint}
          spellCheck="false"
          maxLength={253}
          defaultValue={place.address}
          onBlur={(event) => {
            commit(event.currentTarget.value);
            event.currentTarget.value = place.address;
          }}
          onKeyDown={(event) => {
            if (event.key === 'Escape') event.currentTarget.value = place.address;
            if (event.key === 'Enter' || event.key === 'Escape') event.currentTarget.blur();
          }}
        />
      </label>
      <NumberInput
        label="Port"
        hint={what === 'send' ? 'Most programs listen at 39539' : 'The port that the tracker sends to'}
        value={place.port}
        min={1}
        max={65_535}
        decimals={0}
        onCommit={(port) => onChange({ port: Math.round(port) })}
      />
    </>
  );
}

function sendingInWords(isOn: boolean, { address, port }: LiveAddress, { sending }: LiveState): string {
  if (!isOn) return 'Off: nothing is sent.';
  if (sending?.problem) return `${sending.problem}.`;
  return `Sending to ${address}, port ${port}: ${sending?.perSecond ?? 0} a second.`;
}

function receivingInWords(isOn: boolean, { address, port }: LiveAddress, { receiving }: LiveState): string {
  if (!isOn) return 'Off: nothing is listened for.';
  if (!receiving || receiving.frames === 0) return `Nothing arrives yet at ${address}, port ${port}: let the tracker send there.`;
  if (receiving.perSecond === 0) return 'Nothing arrives any more: the last pose stays.';
  return `Receiving ${receiving.perSecond} a second.`;
}

function droppedInWords(dropped: DroppedPackets | undefined): string {
  if (!dropped) return '';
  const { notOsc, unusable, tooMany } = dropped;
  const parts = [
    notOsc > 0 && `${notOsc} that are no OSC`,
    unusable > 0 && `${unusable} that are no VMC`,
    tooMany > 0 && `${tooMany} beyond what a second may bring`,
  ].filter((part) => part !== false);
  return parts.length === 0 ? '' : `Dropped: ${parts.join(', ')}.`;
}
