import { Trans, useLingui } from '@lingui/react/macro';
import { Checkbox, Stack } from '@mantine/core';
import { type Control, Controller, type FieldValues, type Path, useWatch } from 'react-hook-form';
import { SCOPE_NAMES, SCOPES, TASKS, toScopes } from './scopes.ts';

/** The fields of a form in which scopes are chosen. */
export type ScopeFields = { tasks: string[]; singles: string[] };

/** Chooses scopes by what the program is for, or one by one. */
export const ScopeChoice = <Values extends FieldValues & ScopeFields>({ control }: { control: Control<Values> }) => {
  const { t, i18n } = useLingui();
  const [tasks, singles] = useWatch({
    control,
    name: ['tasks' as Path<Values>, 'singles' as Path<Values>],
  }) as [string[], string[]];
  const byTask = toScopes(tasks, []);
  return (
    <>
      <Controller
        control={control}
        name={'tasks' as Path<Values>}
        rules={{
          validate: (_, values) => toScopes(values.tasks, values.singles).length > 0 || t`Choose what it may do`,
        }}
        render={({ field, fieldState }) => (
          <Checkbox.Group
            label={t`It may`}
            value={field.value}
            onChange={field.onChange}
            error={fieldState.error?.message}
          >
            <Stack gap={6} my={6}>
              {TASKS.map(({ id, label }) => (
                <Checkbox key={id} value={id} label={i18n._(label)} />
              ))}
            </Stack>
          </Checkbox.Group>
        )}
      />
      <details className="scope-singles" open={singles.length > 0 || undefined}>
        <summary>
          <Trans>Single scopes</Trans>
        </summary>
        <Controller
          control={control}
          name={'singles' as Path<Values>}
          render={({ field }) => (
            <div className="scope-grid">
              {SCOPE_NAMES.map((scope) => (
                <Checkbox
                  key={scope}
                  label={<span className="mono">{scope}</span>}
                  description={i18n._(SCOPES[scope])}
                  checked={byTask.includes(scope) || singles.includes(scope)}
                  disabled={byTask.includes(scope)}
                  onChange={(event) =>
                    field.onChange(
                      event.currentTarget.checked ? [...singles, scope] : singles.filter((other) => other !== scope),
                    )
                  }
                />
              ))}
            </div>
          )}
        />
      </details>
    </>
  );
};
