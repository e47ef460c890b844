import { useLingui } from '@lingui/react/macro';
import { Modal, type ModalProps } from '@mantine/core';

/** A dialog with a title; its button to close has a name. */
export const Dialog = (props: ModalProps) => {
  const { t } = useLingui();
  return <Modal closeButtonProps={{ 'aria-label': t`Close` }} {...props} />;
};
