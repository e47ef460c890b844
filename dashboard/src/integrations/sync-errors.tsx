import { Trans, useLingui } from '@lingui/react/macro';
import { Title } from '@mantine/core';
import { fieldName } from '../i18n/vocabulary.ts';
import type { Sync } from './sync.queries.ts';
import { errorWord } from './words.ts';

/** Why single records were not taken. */
export const SyncErrors = ({ sync: { errors, error_count } }: { sync: Sync }) => {
  const { t } = useLingui();
  const title = t`Errors of records`;
  return (
    <section className="section" aria-label={title}>
      <Title order={2} size="h3" mb={6}>
        {title}
      </Title>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is reached by the keyboard. */}
      <section className="table-scroll" aria-label={t`Records with errors`} tabIndex={0}>
        <table className="table integration-table">
          <thead>
            <tr>
              <th scope="col">{t`Record`}</th>
              <th scope="col">{t`Error`}</th>
              <th scope="col">{t`Field`}</th>
              <th scope="col">{t`What is wrong`}</th>
            </tr>
          </thead>
          <tbody>
            {errors.map(({ record_id, error_code, message, field }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a record may have several errors, which do not move.
              <tr key={index}>
                <td className="mono">{record_id}</td>
                <td>{errorWord(error_code)}</td>
                <td>{field && fieldName(field)}</td>
                <td className="integration-value">{message}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {error_count > errors.length && (
        <p className="none">
          <Trans>
            The first {errors.length} of {error_count} records are shown.
          </Trans>
        </p>
      )}
    </section>
  );
};
