import { useLingui } from '@lingui/react/macro';
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { createLazyRoute, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { hasCode } from '../session/api-error.ts';
import { useRight } from '../session/session.ts';
import { type Clash, ConflictDialog, findClashes } from '../ui/conflict-dialog.tsx';
import { Empty } from '../ui/empty.tsx';
import type { FieldSpec } from '../ui/fields.tsx';
import { LeaveGuard } from '../ui/leave-guard.tsx';
import { Page } from '../ui/page.tsx';
import { useFormDraft, useStoredDraft } from '../ui/use-draft.ts';
import { connectionQuery, refreshIntegrations } from './connection.queries.ts';
import { type Mapping, type MappingBase, mappingBaseQuery, replaceMappings } from './mapping.queries.ts';
import { EMPTY_MAPPING, type MappingContent, toMapping, toMappingContent, toReadable } from './mapping-content.ts';
import { splitFault } from './mapping-fault.ts';
import { MappingForm } from './mapping-form.tsx';

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
  const name = `${connectionId}:mapping:${mappingId}`;
  const draft = useStoredDraft<MappingContent>(name);
  const [restored] = useState(draft.read);
  const [base, setBase] = useState<MappingBase>(opened);
  const [fault, setFault] = useState<unknown>(null);
  const [clashes, setClashes] = useState<{ found: Clash[]; theirs: MappingBase } | null>(null);
  const toContent = (all: readonly Mapping[]) => {
    const mapping = find(all);
    return mapping ? toMappingContent(mapping) : EMPTY_MAPPING;
  };
  const [first] = useState(() => toContent(opened.mappings));
  const form = useForm<MappingContent>({ defaultValues: first, ...(restored ? { values: restored } : {}) });
  useFormDraft(name, form);
  const specs: FieldSpec[] = [
    { path: 'source_object', label: t`Object there`, kind: 'text' },
    { path: 'entity_type', label: t`Kind of record here`, kind: 'text' },
    { path: 'fields', label: t`Fields`, kind: 'text' },
    { path: 'filters', label: t`Filters`, kind: 'text' },
  ];

  const close = () =>
    navigate({
      to: '/integrations/$connectionId',
      params: { connectionId },
      search: { tab: 'mappings' },
      ignoreBlocker: true,
    });
  const refuse = (error: unknown, at: number) => {
    const { lines, rest } = splitFault(error, at);
    for (const { line, member, message } of lines) form.setError(`fields.${line}.${member}`, { message });
    setFault(rest);
  };
  const put = async (content: MappingContent | null, from: MappingBase) => {
    setFault(null);
    const others = from.mappings.filter(({ id }) => id !== mappingId);
    const former = find(from.mappings);
    const own = content === null ? [] : [toMapping(content, former)];
    const at = former ? from.mappings.indexOf(former) : others.length;
    const body = [...others.slice(0, at), ...own, ...others.slice(at)];
    try {
      await replaceMappings(connectionId, body, from.version);
      draft.erase();
      await refreshIntegrations(queries);
      await close();
    } catch (error) {
      if (!hasCode(error, 'precondition_failed')) return refuse(error, at);
      const theirs = await queries.fetchQuery({ ...mappingBaseQuery(connectionId), staleTime: 0 });
      if (content === null) {
        setFault(error);
        return setBase(theirs);
      }
      const sides = [toContent(from.mappings), toContent(theirs.mappings), content].map(toReadable);
      setClashes({ found: findClashes(specs, sides[0], sides[1], sides[2]), theirs });
    }
  };
  const settle = async (chosen: ReadonlyMap<string, unknown>) => {
    if (clashes === null) return;
    const theirs = toContent(clashes.theirs.mappings);
    const readable = toReadable(theirs);
    for (const path of ['source_object', 'entity_type', 'fields', 'filters'] as const)
      if (chosen.has(path) && chosen.get(path) === readable[path])
        form.setValue(path, theirs[path], { shouldDirty: true });
    setBase(clashes.theirs);
    setClashes(null);
    await put(form.getValues(), clashes.theirs);
  };

  return (
    <>
      <LeaveGuard when={form.formState.isDirty || restored !== null} onLeave={draft.erase} />
      <MappingForm
        form={form}
        connection={connection}
        before={find(base.mappings)}
        fault={fault}
        onSubmit={(content) => put(content, base)}
        onRemove={find(base.mappings) && (() => put(null, base))}
        onCancel={() => {
          draft.erase();
          void close();
        }}
      />
      {clashes && <ConflictDialog clashes={clashes.found} onSettle={settle} onCancel={() => setClashes(null)} />}
    </>
  );
};

export const Route = createLazyRoute('/integrations/$connectionId/mappings/$mappingId')({ component: MappingPage });
