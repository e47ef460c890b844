import { Button, type ButtonProps, Tooltip } from '@mantine/core';
import type { ReactNode } from 'react';

type Props = ButtonProps & {
  /** Why the action is not possible; null where it is. */
  hindrance: string | null;
  onClick: () => void;
  children: ReactNode;
};

/** A button that says why it cannot be pressed. */
export const ActionButton = ({ hindrance, onClick, ...props }: Props) => (
  <Tooltip label={hindrance} disabled={hindrance === null}>
    <Button
      data-disabled={hindrance !== null || undefined}
      aria-disabled={hindrance !== null}
      onClick={() => hindrance === null && onClick()}
      {...props}
    />
  </Tooltip>
);
