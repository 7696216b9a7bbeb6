import { X } from 'lucide-react';
import { useRef, type ReactNode } from 'react';
import { Dialog, Heading, Modal, ModalOverlay } from 'react-aria-components';
import { IconButton } from '../widgets/button.tsx';
import { pressPrimaryFromChoice, pressPrimaryFromField, useFirstField } from './use-dialog-keys.ts';

interface DialogFrameProps {
  readonly title: string;
  readonly width?: 'narrow' | 'normal' | 'wide';
  /** Questions that must be answered are announced at once and not closed by a click beside them. */
  readonly isQuestion?: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
  readonly actions?: ReactNode;
}

/** What every dialog shares: ground, title, a way out, and a line of buttons. It opens on its first field; Enter is the primary button, Esc closes. */
export function DialogFrame(props: DialogFrameProps) {
  const { title, width = 'normal', isQuestion = false, onClose, children, actions } = props;
  return (
    <ModalOverlay
      className="modal-ground"
      isOpen
      isDismissable={!isQuestion}
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
    >
      <Modal className={`modal ${width}`}>
        <Dialog className="dialog" role={isQuestion ? 'alertdialog' : 'dialog'}>
          <header className="dialog-head">
            <Heading slot="title">{title}</Heading>
            <IconButton icon={X} label="Close" onPress={onClose} />
          </header>
          <DialogBody title={title}>{children}</DialogBody>
          {actions && <footer className="dialog-actions">{actions}</footer>}
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}

function DialogBody({ title, children }: { title: string; children: ReactNode }) {
  const body = useRef<HTMLDivElement>(null);
  useFirstField(body);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Enter comes from the fields in it.
    <div
      className="dialog-body"
      role="group"
      aria-label={title}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- Long contents are scrolled with the keyboard too.
      tabIndex={0}
      ref={body}
      onKeyDownCapture={pressPrimaryFromChoice}
      onKeyDown={pressPrimaryFromField}
    >
      {children}
    </div>
  );
}
