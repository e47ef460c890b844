import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Group, Title } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import type { ReactNode } from 'react';

type Props = {
  title: string;
  /** The link to the page that edits it; false where the user may not. */
  renderEdit: false | ((props: object) => ReactNode);
  children: ReactNode;
};

/** A section of a page that another page edits. */
export const TitledSection = ({ title, renderEdit, children }: Props) => {
  const { t } = useLingui();
  return (
    <section className="section" aria-label={title}>
      <Group justify="space-between" mb={6}>
        <Title order={2} size="h3">
          {title}
        </Title>
        {renderEdit && (
          <Button
            variant="subtle"
            color="gray"
            size="compact-xs"
            leftSection={<IconPencil size={14} aria-hidden />}
            aria-label={t`Edit ${title}`}
            renderRoot={renderEdit}
          >
            <Trans>Edit</Trans>
          </Button>
        )}
      </Group>
      {children}
    </section>
  );
};
