import { Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';

/** Why there is nothing, and the one thing to do about it. */
export const Empty = ({ title, children, action }: { title: string; children?: ReactNode; action?: ReactNode }) => (
  <Stack gap={4} align="flex-start" className="empty">
    <Text fw={600}>{title}</Text>
    {children && (
      <Text size="sm" c="dimmed">
        {children}
      </Text>
    )}
    {action && <div className="empty-action">{action}</div>}
  </Stack>
);
