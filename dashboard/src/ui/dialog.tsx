import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Group, Modal, type ModalProps } from '@mantine/core';
import type { ReactNode } from 'react';

/** A dialog with a title; its button to close has a name. A click beside it does not discard what was typed. */
export const Dialog = (props: ModalProps) => {
  const { t } = useLingui();
  return <Modal closeOnClickOutside={false} closeButtonProps={{ 'aria-label': t`Close` }} {...props} />;
};

type ButtonsProps = {
  onCancel: () => void;
  isBusy?: boolean;
  isDisabled?: boolean;
  color?: string | undefined;
  /** The verb of the button that submits the form. */
  children: ReactNode;
};

/** The end of a form in a dialog: Cancel, and the verb. */
export const DialogButtons = ({ onCancel, isBusy = false, isDisabled = false, color, children }: ButtonsProps) => (
  <Group justify="flex-end">
    <Button variant="default" onClick={onCancel}>
      <Trans>Cancel</Trans>
    </Button>
    <Button type="submit" loading={isBusy} disabled={isDisabled} {...(color ? { color } : {})}>
      {children}
    </Button>
  </Group>
);
