import { useState, type DragEvent } from 'react';
import type { Clip } from '../../../core/animation/clip.ts';
import { frameAt } from '../../state/timeline/clips.ts';
import { shownPoses } from '../../state/library/folders/shown-library.ts';
import { poseById } from '../../state/library/pose-by-id.ts';
import { putSavedAt } from '../../state/library/saved-clips.ts';
import { DRAGGED_POSE } from '../widgets/dragged-pose.ts';
import { useServices } from '../window-context.tsx';
import { timeAt, type TimeSpan } from './scale.ts';

/** What the lanes need to take poses and clips of the library where they are dropped. */
export function useDropPoses(clip: Clip, span: TimeSpan) {
  const { studio } = useServices();
  const [isOver, setOver] = useState(false);
  const isPose = ({ dataTransfer }: DragEvent) => dataTransfer.types.includes(DRAGGED_POSE);
  return {
    className: isOver ? 'lanes takes-pose' : 'lanes',
    onDragOver: (event: DragEvent) => {
      if (!isPose(event)) return;
      event.preventDefault();
      event.dataTransfer.dropEffect = 'copy';
      setOver(true);
    },
    onDragLeave: () => setOver(false),
    onDrop: (event: DragEvent) => {
      setOver(false);
      if (!isPose(event)) return;
      event.preventDefault();
      event.stopPropagation();
      const saved = poseById({ poses: shownPoses(studio.getState()) }, event.dataTransfer.getData(DRAGGED_POSE));
      const box = event.currentTarget.getBoundingClientRect();
      const frame = Math.max(0, frameAt(clip, timeAt(span, (event.clientX - box.left) / box.width)));
      if (saved) putSavedAt(studio, saved, frame);
    },
  };
}
