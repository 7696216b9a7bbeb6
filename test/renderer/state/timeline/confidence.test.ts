import { expect, test } from 'vitest';
import { activeClip } from '../../../../core/document/edits/clips.ts';
import { addNewClip } from '../../../../renderer/state/timeline/clip-edits.ts';
import { confidenceInWords, confidenceOfClip } from '../../../../renderer/state/timeline/confidence.ts';
import { setTimelineSession } from '../../../../renderer/state/timeline/set-timeline-session.ts';
import { documentOf, openStudio } from '../open-studio.ts';

test('the confidence of a motion stands by its clip alone, and by that of its document alone', async () => {
  const { studio } = await openStudio();
  const { identity, history } = documentOf(studio);
  const clip = activeClip(history.present);
  const confidence = { document: identity, clip: clip.id, fps: 30, shares: [0.9, 0.2] };
  setTimelineSession(studio, { confidence });
  expect(confidenceOfClip(studio.getState(), clip)).toBe(confidence);
  addNewClip(studio);
  expect(confidenceOfClip(studio.getState(), activeClip(documentOf(studio).history.present))).toBeNull();
  setTimelineSession(studio, { confidence: { ...confidence, document: {} } });
  expect(confidenceOfClip(studio.getState(), clip)).toBeNull();
});

test('the confidence is told in words, with the frame of the clip where it is least', async () => {
  const { studio } = await openStudio();
  const clip = { ...activeClip(documentOf(studio).history.present), fps: 60 };
  const confidence = { document: {}, clip: clip.id, fps: 30, shares: [0.9, 0.2, 0.955] };
  expect(confidenceInWords(confidence, (frame) => `frame ${frame}`, clip)).toBe('20 to 96 %, least at frame 2');
});
