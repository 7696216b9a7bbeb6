import { useRef, useState } from 'react';
import { Tab, TabList, TabPanel, Tabs } from 'react-aria-components';
import { showHandbookPage } from '../../state/session.ts';
import { DialogFrame } from '../dialogs/dialog-frame.tsx';
import { SearchBox } from '../widgets/search-box.tsx';
import { useServices, useStudio } from '../window-context.tsx';
import { textOfPage } from './handbook-texts.ts';
import { Markdown } from './markdown.tsx';
import { HANDBOOK_PAGES } from './pages.ts';

/** How everything is done, page by page; the search looks through all of them. */
export function HandbookDialog({ onClose }: { onClose: () => void }) {
  const { studio } = useServices();
  const asked = useStudio((state) => state.session.handbookPage);
  const [query, setQuery] = useState('');
  const holder = useRef<HTMLDivElement>(null);
  const found = HANDBOOK_PAGES.filter((page) => holdsWords(page, query));
  const shown = found.find(({ page }) => page === asked) ?? found[0];
  const go = (page: string) => {
    setQuery('');
    showHandbookPage(studio, page);
    // A page begins at its top.
    holder.current?.querySelector('[role="tabpanel"]')?.scrollTo({ top: 0 });
  };
  return (
    <DialogFrame title="Handbook" width="wide" onClose={onClose}>
      <div className="handbook" ref={holder}>
        <SearchBox label="Search the handbook" placeholder="Search the handbook" value={query} onChange={setQuery} />
        {shown ? (
          <Tabs
            className="settings handbook-pages"
            orientation="vertical"
            selectedKey={shown.page}
            onSelectionChange={(key) => showHandbookPage(studio, String(key))}
          >
            <TabList className="settings-pages" aria-label="Pages of the handbook" items={found}>
              {({ page, title }) => (
                <Tab key={page} id={page} className="settings-page">
                  {title}
                </Tab>
              )}
            </TabList>
            <TabPanel key={shown.page} id={shown.page} className="settings-panel handbook-page">
              <Markdown text={textOfPage(shown.page)} onGo={go} />
            </TabPanel>
          </Tabs>
        ) : (
          <p className="empty">No page speaks of “{query}”.</p>
        )}
      </div>
    </DialogFrame>
  );
}

function holdsWords({ page, title, words }: (typeof HANDBOOK_PAGES)[number], query: string): boolean {
  const text = `${title} ${words} ${textOfPage(page)}`.toLowerCase();
  return query
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}
