import { Autocomplete, Dialog, Input, Menu, MenuItem, Modal, ModalOverlay, TextField } from 'react-aria-components';
import { labelOf, shortcutsOf } from '../../commands/command.ts';
import { COMMANDS } from '../../commands/commands.ts';
import { runCommand } from '../../commands/run-command.ts';
import { showShortcut } from '../../commands/shortcut.ts';
import { useServices, useStudio } from '../window-context.tsx';

/** Finds any command by its words and runs it. */
export function PaletteDialog({ onClose }: { onClose: () => void }) {
  const { studio, parts, mac } = useServices();
  const state = useStudio((present) => present);
  const commands = COMMANDS.filter((command) => command.id !== 'help.palette');
  return (
    <ModalOverlay className="modal-ground high" isOpen isDismissable onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Modal className="modal">
        <Dialog className="dialog palette" aria-label="Find a command">
          <Autocomplete filter={matchesWords}>
            <TextField aria-label="Find a command" autoFocus className="palette-search">
              <Input className="text-input" placeholder="What do you want to do?" />
            </TextField>
            {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- What scrolls must be reachable by the keyboard. */}
            <div className="palette-scroll" role="group" aria-label="Commands found" tabIndex={0}>
              <Menu
                className="menu palette-list"
                aria-label="Commands"
                renderEmptyState={() => <p className="empty">No command is called that.</p>}
              >
                {commands.map((command) => {
                  const label = labelOf(command, state);
                  const [shortcut] = shortcutsOf(command, state.session.keyMap);
                  return (
                    <MenuItem
                      key={command.id}
                      id={command.id}
                      textValue={`${command.category} ${command.group} ${label}`}
                      className="menu-item palette-item"
                      isDisabled={!command.enabled(state)}
                      onAction={() => {
                        onClose();
                        void runCommand(command, { studio, parts });
                      }}
                    >
                      <span className="faint">{command.category}</span>
                      <span>{label}</span>
                      {shortcut !== undefined && <kbd>{showShortcut(shortcut, mac)}</kbd>}
                    </MenuItem>
                  );
                })}
              </Menu>
            </div>
          </Autocomplete>
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}

/** Every word typed must begin some word of the command. */
function matchesWords(text: string, typed: string): boolean {
  const words = text.toLowerCase().split(/[^\p{L}\p{N}]+/u);
  const wanted = typed
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  return wanted.every((part) => words.some((word) => word.startsWith(part)));
}
