import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Dialog, Heading, Modal, ModalOverlay } from 'react-aria-components';
import { IconButton } from '../widgets/button.tsx';

interface DialogFrameProps {
  readonly title: string;
  readonly width?: 'narrow' | 'normal' | 'wide';
  /** Questions that must be answered are announced at once and not closed by a click beside them. */
  readonly isQuestion?: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
  readonly actions?: ReactNode;
}

/** What every dialog shares: ground, title, a way out, and a line of buttons. Esc closes it. */
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
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- Long contents are scrolled with the keyboard too. */}
          <div className="dialog-body" role="group" aria-label={title} tabIndex={0}>
            {children}
          </div>
          {actions && <footer className="dialog-actions">{actions}</footer>}
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}
