import { useLingui } from '@lingui/react/macro';
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { createLazyRoute, useNavigate } from '@tanstack/react-router';
import { choices, EVENT_TYPES } from '../i18n/vocabulary.ts';
import { hasCode } from '../session/api-error.ts';
import { useRight } from '../session/session.ts';
import { Empty } from '../ui/empty.tsx';
import type { FieldSpec } from '../ui/fields.tsx';
import { LeaveGuard } from '../ui/leave-guard.tsx';
import { Page } from '../ui/page.tsx';
import { useVersionedForm } from '../ui/use-versioned-form.tsx';
import { connectionQuery, refreshIntegrations } from './connection.queries.ts';
import { type Mapping, type MappingBase, mappingBaseQuery, replaceMappings } from './mapping.queries.ts';
import { EMPTY_MAPPING, type MappingContent, toMapping, toMappingContent, toReadable } from './mapping-content.ts';
import { splitFault } from './mapping-fault.ts';
import { MappingForm } from './mapping-form.tsx';
import { MAPPED_TYPES } from './words.ts';

const MappingPage = () => {
  const { t } = useLingui();
  const { mappingId } = Route.useParams();
  const mayWrite = useRight('admin:write');
  const title = mappingId === 'new' ? t`Map fields` : t`Change the mapping`;
  return (
    <Page title={title} isFluid>
      {mayWrite ? <MappingEditor /> : <Empty title={t`Your role does not change integrations`} />}
    </Page>
  );
};

const MappingEditor = () => {
  const { t } = useLingui();
  const { connectionId, mappingId } = Route.useParams();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const { data: connection } = useSuspenseQuery(connectionQuery(connectionId));
  const { data: opened } = useSuspenseQuery(mappingBaseQuery(connectionId));
  const find = (all: readonly Mapping[]) => all.find(({ id }) => id === mappingId) ?? null;
  const specs: FieldSpec[] = [
    { path: 'source_object', label: t`Object there`, kind: 'text' },
    { path: 'entity_type', label: t`Kind of record here`, kind: 'choice', choices: choices(MAPPED_TYPES) },
    { path: 'event_subtype', label: t`Kind of quality event`, kind: 'choice', choices: choices(EVENT_TYPES) },
    { path: 'document_types', label: t`Only these types there`, kind: 'tags' },
    { path: 'fields', label: t`Fields`, kind: 'text' },
    { path: 'filters', label: t`Filters`, kind: 'text' },
    { path: 'create', label: t`Records that are only here are created there, too`, kind: 'yes_no' },
  ];
  const close = () =>
    navigate({
      to: '/integrations/$connectionId',
      params: { connectionId },
      search: { tab: 'mappings' },
      ignoreBlocker: true,
    });
  const put = async (content: MappingContent | null, from: MappingBase) => {
    const others = from.mappings.filter(({ id }) => id !== mappingId);
    const former = find(from.mappings);
    const own = content === null ? [] : [toMapping(content, former)];
    const at = former ? from.mappings.indexOf(former) : others.length;
    try {
      await replaceMappings(connectionId, [...others.slice(0, at), ...own, ...others.slice(at)], from.version);
    } catch (error) {
      const { lines, rest } = splitFault(error, at);
      for (const { line, member, message } of lines) form.setError(`fields.${line}.${member}`, { message });
      throw rest;
    }
    await refreshIntegrations(queries);
    await close();
  };
  const reload = () => queries.fetchQuery({ ...mappingBaseQuery(connectionId), staleTime: 0 });
  const { form, base, setBase, fault, setFault, submit, discard, conflict } = useVersionedForm<
    MappingBase,
    MappingContent
  >({
    name: `${connectionId}:mapping:${mappingId}`,
    record: opened,
    specs,
    toValues: ({ mappings }) => {
      const mapping = find(mappings);
      return mapping ? toMappingContent(mapping) : EMPTY_MAPPING;
    },
    toReadable,
    reload,
    save: put,
  });
  const remove = async () => {
    setFault(null);
    try {
      await put(null, base);
      discard();
    } catch (error) {
      setFault(error);
      if (hasCode(error, 'precondition_failed')) await reload().then(setBase, setFault);
    }
  };

  return (
    <>
      <LeaveGuard when={form.formState.isDirty} onLeave={discard} />
      <MappingForm
        form={form}
        connection={connection}
        before={find(base.mappings)}
        fault={fault}
        onSubmit={submit}
        onRemove={find(base.mappings) && remove}
        onCancel={() => {
          discard();
          void close();
        }}
      />
      {conflict}
    </>
  );
};

export const Route = createLazyRoute('/integrations/$connectionId/mappings/$mappingId')({ component: MappingPage });
