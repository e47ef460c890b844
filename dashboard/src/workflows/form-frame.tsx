import { Alert, Stack, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Place, PlacedFault } from './check-fault.ts';

/** The frame of a form, with the faults of its place that no field of it has. */
export const FormFrame = ({
  title,
  faults,
  place,
  fields,
  children,
}: {
  title: string;
  faults: readonly PlacedFault[];
  place: Place;
  /** The members whose faults the fields show. */
  fields: readonly string[];
  children: ReactNode;
}) => {
  const rest = faults.filter(
    ({ state, to, member }) =>
      state === place.state &&
      to === place.to &&
      !fields.some((field) => member === field || member.startsWith(`${field}.`)),
  );
  return (
    <section className="editor-form" aria-label={title}>
      <Title order={2} size="h3">
        {title}
      </Title>
      <Stack gap="sm">
        {rest.length > 0 && (
          <Alert color="red" variant="light" p="xs">
            {rest.map(({ message, member }) => (
              <div key={`${member} ${message}`}>{message}</div>
            ))}
          </Alert>
        )}
        {children}
      </Stack>
    </section>
  );
};
