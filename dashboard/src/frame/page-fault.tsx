import { useLingui } from '@lingui/react/macro';
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { hasCode } from '../session/api-error.ts';
import { ErrorNotice } from '../ui/error-notice.tsx';
import { Page } from '../ui/page.tsx';
import { NotFound } from './not-found.tsx';

/** What stands in the place of a page that cannot be shown; the frame and its pages work on. */
export const PageFault = ({ error, reset }: ErrorComponentProps) => {
  const { t } = useLingui();
  const router = useRouter();
  if (hasCode(error, 'not_found')) return <NotFound />;
  const retry = () => {
    reset();
    void router.invalidate();
  };
  return (
    <Page title={t`This page cannot be shown`}>
      <ErrorNotice error={error} onRetry={retry} />
    </Page>
  );
};
