import { Group, Title } from '@mantine/core';
import { type ReactNode, useEffect } from 'react';

type Props = { title: string; actions?: ReactNode; children: ReactNode; isFluid?: boolean };

/** A page: its title, which is that of the window too, what can be done with it, and its content. */
export const Page = ({ title, actions, children, isFluid = false }: Props) => {
  useWindowTitle(title);
  return (
    <div className={isFluid ? 'page page-fluid' : 'page'}>
      <Group justify="space-between" mb="md" wrap="wrap" gap="sm">
        <Title order={1}>{title}</Title>
        {actions && <Group gap="xs">{actions}</Group>}
      </Group>
      {children}
    </div>
  );
};

export const useWindowTitle = (title: string): void => {
  useEffect(() => {
    document.title = `${title} · QSC`;
  }, [title]);
};
