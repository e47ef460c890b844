import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { NativeSelect } from '@mantine/core';
import { rowKey, rowName, SURE } from './data-fields.ts';
import type { Group, ReviewRow, RowEdit } from './review.ts';
import type { Review } from './use-review.ts';
import { ValueInput } from './value-input.tsx';
import { RowStatus } from './values.tsx';

/** What connects a value with its place in the document. */
export type Lighting = {
  lit: string | null;
  onHover: (key: string | null) => void;
  onFocus: (key: string) => void;
};

const TITLES: Readonly<Record<Group, MessageDescriptor>> = {
  failing: msg`Outside of the specification`,
  undecided: msg`Without status`,
  doubtful: msg`Read with doubt`,
  rest: msg`Within the specification`,
};

/** The test results in the order in which they need a person, each typed over in its place. */
export const ReviewRows = ({ review, lighting }: { review: Review; lighting: Lighting }) => {
  const { i18n } = useLingui();
  const { rows } = review;
  return rows.map((row, place) => {
    const isFirst = rows[place - 1]?.group !== row.group;
    return (
      <div key={row.index}>
        {isFirst && (
          <h2 className="review-group" data-group={row.group}>
            {i18n._(TITLES[row.group])}{' '}
            <span className="tab-count">{rows.filter(({ group }) => group === row.group).length}</span>
          </h2>
        )}
        <RowEditor row={row} lighting={lighting} onEdit={(edit) => review.editRow(row.index, edit)} />
      </div>
    );
  });
};

type Props = { row: ReviewRow; lighting: Lighting; onEdit: (edit: RowEdit) => void };

const RowEditor = ({ row: reviewed, lighting, onEdit }: Props) => {
  const { t } = useLingui();
  const { index, row, status, typed, isChanged, needsNote } = reviewed;
  const key = rowKey(index);
  const name = rowName(row);
  const old = (field: 'specification' | 'result') => (reviewed[field] === row[field] ? undefined : row[field]);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hovering only lights the place in the document; focus does it too.
    <div
      className="review-row"
      data-lit={lighting.lit === key || undefined}
      data-need={needsNote ?? undefined}
      onMouseEnter={() => lighting.onHover(key)}
      onMouseLeave={() => lighting.onHover(null)}
      onFocus={() => lighting.onFocus(key)}
    >
      <div className="review-name">
        <span>{row.parameter}</span>
        {(row.sample || row.section) && (
          <span className="row-more">{[row.section, row.sample].filter(Boolean).join(' · ')}</span>
        )}
        {row.confidence < SURE && (
          <span className="doubt">
            <Trans>{Math.round(row.confidence * 100)} % sure</Trans>
          </span>
        )}
      </div>
      <NativeSelect
        className="review-status"
        size="xs"
        variant="unstyled"
        data-status={status ?? 'none'}
        aria-label={t`State of ${name}`}
        value={status ?? 'none'}
        data={[
          { value: 'pass', label: t`Passes` },
          { value: 'fail', label: t`Fails` },
          { value: 'none', label: t`No status` },
        ]}
        onChange={(event) => onEdit({ status: event.currentTarget.value as NonNullable<RowEdit['status']> })}
      />
      <ValueInput
        label={t`Specification of ${name}`}
        column="specification"
        value={typed.specification}
        old={old('specification')}
        onChange={(specification) => onEdit({ specification })}
        onReset={() => onEdit({ specification: undefined })}
      />
      <ValueInput
        id={`value-${key}`}
        label={t`Result of ${name}`}
        column="result"
        value={typed.result}
        old={old('result')}
        onChange={(result) => onEdit({ result })}
        onReset={() => onEdit({ result: undefined })}
      />
      {isChanged && status !== row.status && (
        <p className="review-verdict">
          <Trans>
            was: <RowStatus status={row.status} />
          </Trans>
        </p>
      )}
    </div>
  );
};
