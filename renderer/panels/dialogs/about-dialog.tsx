import { useState } from 'react';
import { Button } from 'react-aria-components';
import { useStudio } from '../window-context.tsx';
import { Hinted } from '../widgets/hinted.tsx';
import { DialogFrame } from './dialog-frame.tsx';

/** Written by the build, beside the window's page. */
const NOTICES_ADDRESS = './third-party-notices.txt';

export function AboutDialog({ onClose }: { onClose: () => void }) {
  const app = useStudio((state) => state.session.app);
  const [notices, setNotices] = useState<string | null>(null);
  const show = (
    <Hinted hint="What Limber is built from, and under which licences">
      <Button className="button" onPress={() => void readNotices().then(setNotices)}>
        Third-party notices
      </Button>
    </Hinted>
  );
  return (
    <DialogFrame
      title="Limber"
      width={notices === null ? 'narrow' : 'wide'}
      onClose={onClose}
      actions={notices === null ? show : undefined}
    >
      <p>Pose 3D bipeds by pulling them.</p>
      <p className="soft">
        Version {app?.version ?? '?'}, {app?.host === 'electron' ? 'desktop' : 'in the browser'}. Free software under the MIT
        licence.
      </p>
      {notices !== null && (
        <section aria-label="Third-party notices">
          <pre className="licence-texts">{notices}</pre>
        </section>
      )}
    </DialogFrame>
  );
}

async function readNotices(): Promise<string> {
  const answer = await fetch(NOTICES_ADDRESS).catch(() => null);
  return answer?.ok ? answer.text() : 'The notices could not be read: this copy of Limber is not complete.';
}
