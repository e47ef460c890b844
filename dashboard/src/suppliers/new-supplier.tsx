import { Trans, useLingui } from '@lingui/react/macro';
import { Stack } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { type FieldValues, useForm } from 'react-hook-form';
import { useSession } from '../session/session.ts';
import { Dialog, DialogButtons } from '../ui/dialog.tsx';
import { ErrorNotice } from '../ui/error-notice.tsx';
import { asSent, asTyped, type FieldSpec, FormField, isBlank, nested, valueAt } from '../ui/fields.tsx';
import { useFormDraft, useStoredDraft } from '../ui/use-draft.ts';
import { createSupplier, refreshSupplier } from './supplier.queries.ts';
import { profileSpecs } from './supplier-fields.ts';

const DRAFT = 'new-supplier';

/** Creates a supplier, which begins as new. */
export const NewSupplierDialog = ({ onClose }: { onClose: () => void }) => {
  const { t } = useLingui();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const { organization } = useSession();
  const [fault, setFault] = useState<unknown>(null);
  const reason: FieldSpec = { path: 'reason', label: t`Reason for the change`, kind: 'text', isRequired: true };
  const specs = [...profileSpecs(), ...(organization.strict_mode ? [reason] : [])];
  const draft = useStoredDraft<FieldValues>(DRAFT);
  const form = useForm<FieldValues>({
    defaultValues: {
      ...nested(new Map(specs.map((spec) => [spec.path, asTyped(spec, undefined)]))),
      ...draft.read(),
    },
  });
  useFormDraft(DRAFT, form);

  const submit = async (values: FieldValues) => {
    setFault(null);
    const given = specs.map((spec) => [spec.path, asSent(spec, valueAt(values, spec.path))] as const);
    const { reason: why, ...body } = nested(new Map(given.filter(([, value]) => !isBlank(value))));
    try {
      const { id } = await createSupplier(body, typeof why === 'string' ? why : undefined);
      draft.erase();
      await refreshSupplier(queries, id);
      await navigate({ to: '/suppliers/$supplierId', params: { supplierId: id } });
    } catch (error) {
      setFault(error);
    }
  };

  return (
    <Dialog opened onClose={onClose} title={t`New supplier`}>
      <form noValidate onSubmit={form.handleSubmit(submit)}>
        <Stack>
          {specs.map((spec, index) => (
            <FormField key={spec.path} control={form.control} spec={spec} autoFocus={index === 0} />
          ))}
          {fault !== null && <ErrorNotice error={fault} />}
          <DialogButtons
            onCancel={() => {
              draft.erase();
              onClose();
            }}
            isBusy={form.formState.isSubmitting}
          >
            <Trans>Create supplier</Trans>
          </DialogButtons>
        </Stack>
      </form>
    </Dialog>
  );
};
