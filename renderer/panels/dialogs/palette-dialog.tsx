import { useEffect, useState } from 'react';
import { Autocomplete, Dialog, Input, Menu, MenuItem, Modal, ModalOverlay, TextField } from 'react-aria-components';
import type { RecentItem } from '../../../electron/contract.ts';
import { findEntries } from '../../commands/find-entries.ts';
import { showShortcut } from '../../commands/shortcut.ts';
import { attempting } from '../../state/window/notify.ts';
import { useServices, useStudio } from '../window-context.tsx';
import { paletteEntries } from './palette-entries.ts';

/** Finds any command, handle, joint or recent file by its words, and runs, selects or opens it. */
export function PaletteDialog({ onClose }: { onClose: () => void }) {
  const { studio, parts, mac } = useServices();
  const state = useStudio((present) => present);
  const [typed, setTyped] = useState('');
  const [recent, setRecent] = useState<readonly RecentItem[]>([]);
  useEffect(() => {
    let isShown = true;
    void attempting(studio, 'recent', null, () => studio.desktop.call('recent.list')).then(
      (list) => list && isShown && setRecent(list),
    );
    return () => {
      isShown = false;
    };
  }, [studio]);
  const entries = findEntries(paletteEntries(studio, parts, state, recent), typed);
  return (
    <ModalOverlay className="modal-ground high" isOpen isDismissable onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Modal className="modal">
        <Dialog className="dialog palette" aria-label="Find a command">
          <Autocomplete inputValue={typed} onInputChange={setTyped}>
            <TextField aria-label="Find a command" autoFocus className="palette-search">
              <Input className="text-input" placeholder="What do you want to do?" />
            </TextField>
            {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- What scrolls must be reachable by the keyboard. */}
            <div className="palette-scroll" role="group" aria-label="Commands found" tabIndex={0}>
              <Menu
                className="menu palette-list"
                aria-label="Commands"
                renderEmptyState={() => <p className="empty">No command, joint or recent file is called that.</p>}
              >
                {entries.map(({ id, label, kind, shortcut, disabledBecause, run }) => (
                  <MenuItem
                    key={id}
                    id={id}
                    textValue={label}
                    className="menu-item palette-item"
                    isDisabled={disabledBecause !== null}
                    onAction={() => {
                      onClose();
                      run();
                    }}
                  >
                    <span className="faint">{kind}</span>
                    <span>
                      {label}
                      {disabledBecause !== null && <small className="palette-reason">{disabledBecause}</small>}
                    </span>
                    {shortcut !== null && <kbd>{showShortcut(shortcut, mac)}</kbd>}
                  </MenuItem>
                ))}
              </Menu>
            </div>
          </Autocomplete>
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}
