import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Group, Text } from '@mantine/core';
import { useBlocker } from '@tanstack/react-router';
import { Dialog } from './dialog.tsx';

/** Asks before a form with changes is left for another page or the tab is closed. */
export const LeaveGuard = ({ when, onLeave }: { when: boolean; onLeave?: () => void }) => {
  const { t } = useLingui();
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) => when && current.pathname !== next.pathname,
    enableBeforeUnload: when,
    withResolver: true,
  });
  const leave = () => {
    onLeave?.();
    proceed?.();
  };
  return (
    <Dialog opened={status === 'blocked'} onClose={() => reset?.()} title={t`Leave without saving?`}>
      <Text size="sm">
        <Trans>What you typed on this page is not saved yet.</Trans>
      </Text>
      <Group justify="flex-end" mt="md">
        <Button variant="default" onClick={leave}>
          <Trans>Leave and discard</Trans>
        </Button>
        <Button onClick={() => reset?.()} data-autofocus>
          <Trans>Stay</Trans>
        </Button>
      </Group>
    </Dialog>
  );
};
