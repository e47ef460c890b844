import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { ActionIcon, Group, Text } from '@mantine/core';
import type { Schemas } from '@qsc/client';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';

/** Where a page stands among the others, and the way to its neighbours. */
export const Pager = ({
  meta,
  onPage,
}: {
  meta: Schemas['PageMeta'] | Schemas['AuditEntryPageMeta'];
  onPage: (page: number) => void;
}) => {
  const { t, i18n } = useLingui();
  const { page, per_page, total, total_pages } = meta;
  const isMinimum = 'total_is_minimum' in meta && meta.total_is_minimum;
  const from = (page - 1) * per_page + 1;
  const to = Math.min(page * per_page, total);
  const number = (value: number) => value.toLocaleString(i18n.locale);
  const all = isMinimum ? t`more than ${number(total)}` : number(total);
  if (total === 0) return null;
  return (
    <Group gap="xs" className="pager">
      <Text size="xs" c="dimmed" role="status">
        {total_pages <= 1 ? (
          <Plural value={total} one="# record" other="# records" />
        ) : (
          <Trans>
            {number(from)}–{number(to)} of {all}
          </Trans>
        )}
      </Text>
      {total_pages > 1 && (
        <>
          <ActionIcon aria-label={t`Previous page`} disabled={page <= 1} onClick={() => onPage(page - 1)}>
            <IconChevronLeft size={16} />
          </ActionIcon>
          <ActionIcon aria-label={t`Next page`} disabled={page >= total_pages} onClick={() => onPage(page + 1)}>
            <IconChevronRight size={16} />
          </ActionIcon>
        </>
      )}
    </Group>
  );
};
