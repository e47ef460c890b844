import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Empty } from '../ui/empty.tsx';
import { Page } from '../ui/page.tsx';

/** The page of an address that leads nowhere. */
export const NotFound = () => {
  const { t } = useLingui();
  return (
    <Page title={t`Not found`}>
      <Empty
        title={t`There is no page at this address`}
        action={
          <Button variant="default" renderRoot={(props) => <Link to="/" {...props} />}>
            <Trans>To my work</Trans>
          </Button>
        }
      >
        <Trans>The record was deleted, you may not see it, or the address was mistyped.</Trans>
      </Empty>
    </Page>
  );
};
