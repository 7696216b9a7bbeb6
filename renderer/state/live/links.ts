import { isLoopback } from '../../../core/formats/vmc/vmc-place.ts';
import type { LiveAddress, LivePlace, LiveTarget } from '../../../electron/contract.ts';
import { ask } from '../session.ts';
import type { Studio, StudioState } from '../studio.ts';
import { attempting } from '../window/notify.ts';
import { changeSetting } from '../window/settings.ts';
import { setLive } from './set-live.ts';
import { endLive } from './live-pose.ts';

type Direction = 'send' | 'receive';

/** Begins to send the pose on screen, or ends that. An address outside of this machine is asked about once. */
export async function toggleSending(studio: Studio): Promise<void> {
  const { live, settings } = studio.getState().session;
  if (live.isSending) return switchOff(studio, 'send');
  await switchOn(studio, 'send', settings.liveSend);
}

/** Begins to listen for another program, or ends that: then what was being recorded is kept, and the live pose goes. */
export async function toggleReceiving(studio: Studio): Promise<void> {
  const { live, settings } = studio.getState().session;
  if (live.isReceiving) return switchOff(studio, 'receive');
  await switchOn(studio, 'receive', settings.liveReceive);
}

/** What is typed as the place and rate of a link: kept for the next time, and gone over to at once where the link is on. */
export async function changePlace(studio: Studio, direction: Direction, change: Partial<LiveTarget>): Promise<void> {
  const { liveSend, liveReceive } = studio.getState().session.settings;
  const before = direction === 'send' ? liveSend : liveReceive;
  const place = { ...before, ...change };
  if (JSON.stringify(place) === JSON.stringify(before)) return;
  if (direction === 'send') changeSetting(studio, 'liveSend', { ...liveSend, ...change });
  else changeSetting(studio, 'liveReceive', place);
  if (isOn(studio.getState(), direction)) await switchOn(studio, direction, place);
}

function isOn({ session: { live } }: StudioState, direction: Direction): boolean {
  return direction === 'send' ? live.isSending : live.isReceiving;
}

async function switchOn(studio: Studio, direction: Direction, { address, port }: LiveAddress): Promise<void> {
  const isOutside = !isLoopback(address);
  if (isOutside && !(await isAllowed(studio, direction, address))) return;
  const place: LivePlace = { address, port, ...(isOutside && { isOutside }) };
  await attempting(studio, 'live', null, async () => {
    // Off until it is known to be on: a port that is taken leaves it off.
    if (isOn(studio.getState(), direction)) await switchOff(studio, direction);
    checkNoCircle(studio.getState(), direction, place);
    if (direction === 'send') await studio.desktop.call('live.send', place, studio.getState().session.settings.liveSend.fps);
    else await studio.desktop.call('live.receive', place);
    setLive(studio, direction === 'send' ? { isSending: true } : { isReceiving: true });
  });
}

async function switchOff(studio: Studio, direction: Direction): Promise<void> {
  const { live } = studio.getState().session;
  if (direction === 'send') {
    setLive(studio, { isSending: false, state: { ...live.state, sending: null } });
    await studio.desktop.call('live.send', null, 1);
    return;
  }
  endLive(studio, { isReceiving: false, state: { ...live.state, receiving: null } });
  await studio.desktop.call('live.receive', null);
}

/** What is sent to the port that is listened at would come back. */
function checkNoCircle({ session: { live, settings } }: StudioState, direction: Direction, { address, port }: LivePlace): void {
  const other = direction === 'send' ? live.isReceiving && settings.liveReceive : live.isSending && settings.liveSend;
  if (!other || other.port !== port || !isLoopback(direction === 'send' ? address : other.address)) return;
  throw new Error(`Limber would hear itself at port ${port}: set another port for one of the two`);
}

/** Whether the user allows an address; the answer yes is remembered. */
async function isAllowed(studio: Studio, direction: Direction, address: string): Promise<boolean> {
  const known = `${direction} ${address}`;
  const { liveAllowed } = studio.getState().session.settings;
  if (liveAllowed.includes(known)) return true;
  const says = await ask<boolean>(studio, (answer) => ({ name: 'liveAddress', direction, address, answer }));
  if (says) changeSetting(studio, 'liveAllowed', [...liveAllowed, known].slice(-20));
  return says;
}

/** Follows what the host tells of links. */
export function followLinks(studio: Studio): () => void {
  return studio.desktop.on('live.state', (state) =>
    endLive(studio, { state, isSending: state.sending !== null, isReceiving: state.receiving !== null }),
  );
}
