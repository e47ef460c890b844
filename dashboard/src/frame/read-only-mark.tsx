import { useLingui } from '@lingui/react/macro';
import { Tooltip } from '@mantine/core';
import { IconEye } from '@tabler/icons-react';
import { ROLES, wordFor } from '../i18n/vocabulary.ts';
import { useReadOnly, useSession } from '../session/session.ts';

/** Says that nothing here changes a record, and why: the role only reads, or the tab is a read-only view. */
export const ReadOnlyMark = () => {
  const { t } = useLingui();
  const { user, is_read_only_view: isView } = useSession();
  const isReadOnly = useReadOnly();
  const role = wordFor(ROLES, user.role);
  if (!isReadOnly) return null;
  const why = isView
    ? t`This tab is a read-only view: it has no actions that change a record. End it in the menu of your account.`
    : t`The role ${role} reads and changes no record. Copies, exports and reports that you ask for are entries of the audit log.`;
  return (
    <Tooltip label={why} multiline w={280}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: why it is read-only is also for who has no pointer. */}
      <span className="read-only" tabIndex={0}>
        <IconEye size={15} aria-hidden />
        <span className="read-only-text">{t`Read only`}</span>
        <span className="visually-hidden">: {why}</span>
      </span>
    </Tooltip>
  );
};
