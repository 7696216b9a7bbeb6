import { useStudio } from '../window-context.tsx';
import { DialogFrame } from './dialog-frame.tsx';

export function AboutDialog({ onClose }: { onClose: () => void }) {
  const app = useStudio((state) => state.session.app);
  return (
    <DialogFrame title="Limber" width="narrow" onClose={onClose}>
      <p>Pose 3D bipeds by pulling them.</p>
      <p className="soft">
        Version {app?.version ?? '?'}, {app?.host === 'electron' ? 'desktop' : 'in the browser'}. Free software under the MIT
        licence.
      </p>
    </DialogFrame>
  );
}
