import { I18nProvider } from 'react-aria-components';
import { ContextMenu } from './panels/shell/context-menu.tsx';
import { KeyListener } from './panels/shell/key-listener.tsx';
import { Messages } from './panels/shell/messages.tsx';
import { FileDrop } from './panels/shell/file-drop.tsx';
import { TopBar } from './panels/shell/top-bar.tsx';
import { WorkspacePanels } from './panels/shell/workspace.tsx';
import { Dialogs } from './panels/dialogs/dialogs.tsx';
import { StatusLine } from './panels/status/status-line.tsx';
import { WindowContext, type WindowServices } from './panels/window-context.tsx';

/** The whole window. */
export function App({ services }: { services: WindowServices }) {
  return (
    <I18nProvider locale="en-GB">
      <WindowContext value={services}>
        <FileDrop>
          <TopBar />
          <main className="main">
            <WorkspacePanels />
          </main>
          <Messages area="line" />
          <StatusLine />
        </FileDrop>
        <Dialogs />
        <ContextMenu />
        <KeyListener />
      </WindowContext>
    </I18nProvider>
  );
}
