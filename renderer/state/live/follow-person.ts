import { createLivePerson, type LivePerson } from '../../../core/formats/pictures/live-person.ts';
import type { Rig } from '../../../core/humanoid/body/rig.ts';
import { readSeenPerson } from '../../../core/humanoid/picture/seen-person.ts';
import { createDetector } from '../../detecting/create-detector.ts';
import { knownLimbs } from '../pictures/known-limbs.ts';
import type { Studio } from '../studio.ts';
import { takeLivePose } from './live-pose.ts';
import { setLive } from './set-live.ts';

/** Follows the person before a camera until `end` is aborted or there is no character any more: picture by picture, each as soon as the last one is read. Rejects with one sentence. */
export async function followPerson(studio: Studio, stream: MediaStream, end: AbortSignal): Promise<void> {
  const detector = await createDetector(() => {}, end);
  const video = document.createElement('video');
  video.muted = true;
  video.srcObject = stream;
  const people = new WeakMap<Rig, LivePerson>();
  let shown = -1;
  const times: number[] = [];
  try {
    await video.play();
    while (!end.aborted) {
      await new Promise<void>((next) => studio.clock.nextFrame(next));
      const rig = studio.getState().document?.rig;
      if (!rig) return;
      if (video.currentTime === shown || end.aborted) continue;
      shown = video.currentTime;
      const seconds = studio.clock.now();
      const aspect = video.videoWidth / video.videoHeight;
      const detection = await detector.detect(await createImageBitmap(video), times.length > 0, 1000 * seconds);
      const person = people.get(rig) ?? createLivePerson(rig, await knownLimbs(studio, rig));
      people.set(rig, person);
      // Meanwhile it may have been switched off, or somebody else is worked on.
      if (end.aborted || studio.getState().document?.rig !== rig) continue;
      if (detection)
        takeLivePose(studio, { pose: person(readSeenPerson(detection, aspect), seconds), milliseconds: 1000 * seconds });
      times.push(seconds);
      while (times[0]! <= seconds - 1) times.shift();
      setLive(studio, { camera: { isReady: true, isSeen: detection !== null, perSecond: times.length } });
    }
  } finally {
    detector.close();
    video.srcObject = null;
  }
}
