import { Button, type ButtonProps, Tooltip } from '@mantine/core';
import type { ReactNode } from 'react';
import { useReadOnly } from '../session/session.ts';

type Props = ButtonProps & {
  /** Why the action is not possible; null where it is. */
  hindrance: string | null;
  onClick: () => void;
  children: ReactNode;
};

/** A button that changes something, and says why where it cannot be pressed. Who only reads has none. */
export const ActionButton = ({ hindrance, onClick, ...props }: Props) => {
  if (useReadOnly()) return null;
  return (
    <Tooltip label={hindrance} disabled={hindrance === null}>
      <Button
        data-disabled={hindrance !== null || undefined}
        aria-disabled={hindrance !== null}
        aria-description={hindrance ?? undefined}
        onClick={() => hindrance === null && onClick()}
        {...props}
      />
    </Tooltip>
  );
};
