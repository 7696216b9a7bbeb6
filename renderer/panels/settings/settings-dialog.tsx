import { Tab, TabList, TabPanel, Tabs } from 'react-aria-components';
import { showSettingsPage } from '../../state/session.ts';
import type { SettingsPage } from '../../state/session-state.ts';
import { DialogFrame } from '../dialogs/dialog-frame.tsx';
import { useServices, useStudio } from '../window-context.tsx';
import { FilesPage } from './files-page.tsx';
import { KeysPage } from './keys-page.tsx';
import { LookPage } from './look-page.tsx';
import { SETTINGS_PAGES } from './settings-pages.ts';
import { ViewportPage } from './viewport-page.tsx';

/** Everything that is set for the program, page by page. What is changed holds at once and is kept. */
export function SettingsDialog({ onClose }: { onClose: () => void }) {
  const { studio } = useServices();
  const page = useStudio((state) => state.session.settingsPage);
  return (
    <DialogFrame title="Settings" width="wide" onClose={onClose}>
      <Tabs
        className="settings"
        orientation="vertical"
        selectedKey={page}
        onSelectionChange={(key) => showSettingsPage(studio, key as SettingsPage)}
      >
        <TabList className="settings-pages" aria-label="Pages of the settings">
          {SETTINGS_PAGES.map(({ page: id, title }) => (
            <Tab key={id} id={id} className="settings-page">
              {title}
            </Tab>
          ))}
        </TabList>
        <TabPanel id="look" className="settings-panel">
          <LookPage />
        </TabPanel>
        <TabPanel id="viewport" className="settings-panel">
          <ViewportPage />
        </TabPanel>
        <TabPanel id="keys" className="settings-panel">
          <KeysPage />
        </TabPanel>
        <TabPanel id="files" className="settings-panel">
          <FilesPage />
        </TabPanel>
      </Tabs>
    </DialogFrame>
  );
}
