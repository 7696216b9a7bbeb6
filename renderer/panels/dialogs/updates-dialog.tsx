import { Button } from 'react-aria-components';
import { WordButton } from '../widgets/button.tsx';
import type { UpdateState } from '../../../electron/contract.ts';
import { Hinted } from '../widgets/hinted.tsx';
import { WorkProgress } from '../widgets/work-progress.tsx';
import { DialogFrame } from './dialog-frame.tsx';
import { bringsLater, LookSwitch } from './look-switch.tsx';
import { useUpdates, type Ask } from './use-updates.ts';

/** The one switch of updates, and what came of it. */
export function UpdatesDialog({ onClose }: { onClose: () => void }) {
  const { state, error, ask } = useUpdates();
  return (
    <DialogFrame title="Updates" width="narrow" onClose={onClose} actions={state && <Actions state={state} ask={ask} />}>
      {error !== null && (
        <p className="error-text" role="alert">
          {error}
        </p>
      )}
      {state && <Found state={state} ask={ask} />}
    </DialogFrame>
  );
}

function Found({ state, ask }: { state: UpdateState; ask: Ask }) {
  const brought = bringsLater(state);
  if (brought !== null) return <p>{brought}</p>;
  return (
    <>
      <p>This is Limber {state.version}.</p>
      <LookSwitch state={state} ask={ask} />
      <p className="soft">
        Off, Limber contacts nobody. On, it asks its home page at each start and once a day, and sends nothing.
      </p>
      <Step state={state} />
    </>
  );
}

function Step({ state: { kind, version, on, step } }: { state: UpdateState }) {
  switch (step.kind) {
    case 'idle':
      return null;
    case 'looking':
      return <p role="status">Looking…</p>;
    case 'latest':
      return on && <p role="status">There is no later version.</p>;
    case 'found':
      return (
        <p role="status">
          <strong>Limber {step.version} is there.</strong>{' '}
          {step.canInstall
            ? `It is tried before it takes the place of ${version}, which stays where anything fails.`
            : kind === 'byHand'
              ? 'Its page has it in every kind of package; projects and settings stay as they are.'
              : 'It has no file for this machine; its page says more.'}
        </p>
      );
    case 'fetching':
      return (
        <WorkProgress
          label={step.share < 1 ? `Fetching Limber ${step.version}` : `Trying Limber ${step.version}`}
          share={step.share}
          className="export-progress"
        />
      );
    case 'ready':
      return <p role="status">Limber {step.version} is ready. It is installed when this window closes, and starts.</p>;
    case 'failed':
      return (
        <p className="error-text" role="alert">
          {step.sentence}
        </p>
      );
  }
}

function Actions({ state: { on, step }, ask }: { state: UpdateState; ask: Ask }) {
  if (!on) return null;
  if (step.kind === 'found')
    return (
      <>
        <Hinted hint="Shows what changed, in your browser">
          <Button className="button" onPress={() => ask('updates.openPage')}>
            Open its page
          </Button>
        </Hinted>
        {step.canInstall && (
          <Hinted hint="Fetches it and tries it; nothing is replaced yet">
            <Button className="button primary" onPress={() => ask('updates.fetch')}>
              Fetch
            </Button>
          </Hinted>
        )}
      </>
    );
  if (step.kind === 'ready')
    return (
      <Hinted hint="Asks about unsaved work first">
        <Button className="button primary" onPress={() => ask('updates.install')}>
          Close and install
        </Button>
      </Hinted>
    );
  if (step.kind === 'fetching') return null;
  return (
    <Hinted hint="Asks the home page now">
      <WordButton disabledBecause={step.kind === 'looking' ? 'It is looking already.' : null} onPress={() => ask('updates.look')}>
        Look now
      </WordButton>
    </Hinted>
  );
}
