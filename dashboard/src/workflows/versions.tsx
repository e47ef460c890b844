import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useRight } from '../session/session.ts';
import { Pager } from '../ui/list/pager.tsx';
import { Part } from '../ui/part.tsx';
import { Status } from '../ui/status.tsx';
import { Instant } from '../ui/time.tsx';
import { trailQuery } from '../ui/trail.tsx';
import type { AuditEntry } from '../ui/trail-entry.tsx';
import type { Workflow } from './definition.ts';
import { byVersion, runningQuery, type WorkflowVersion, workflowVersionsQuery } from './workflow.queries.ts';
import { WorkflowActivity } from './workflow-list.tsx';

type Props = { workflow: Workflow; page: number };

/** The versions of a workflow, who wrote each, and the records that are under way on it. */
export const Versions = ({ workflow, page }: Props) => {
  const { t } = useLingui();
  const navigate = useNavigate();
  const { id } = workflow;
  const query = useQuery(workflowVersionsQuery(id, page));
  const go = (next: number) =>
    navigate({
      to: '/workflows/$workflowId',
      params: { workflowId: id },
      search: { tab: 'versions', ...(next > 1 && { page: next }) },
    });
  return (
    <section className="section" aria-label={t`Versions`}>
      <p className="none workflow-note">
        <Trans>Records stay on the version with which they started; new ones start with the newest.</Trans>
      </p>
      <Part query={query} lines={5}>
        {({ data, meta }) => (
          <>
            <VersionTable workflow={workflow} versions={data} />
            <Pager meta={meta} onPage={(next) => void go(next)} />
          </>
        )}
      </Part>
    </section>
  );
};

const LATE_MS = 2_000;
const FRESH_MS = 60_000;

const writesIn = (entries: readonly AuditEntry[]) =>
  new Map(
    entries
      .filter(({ action }) => action === 'create' || action === 'update')
      .map((entry) => [entry.entity_version, entry]),
  );

/** The acts of the audit trail by the version that each of them wrote. That of a version just saved may come a moment later. */
const useActs = ({ id, version, updated_at }: Workflow) => {
  const mayRead = useRight('audit-logs:read');
  const isFresh = Date.now() - Date.parse(updated_at) < FRESH_MS;
  const { data: trail } = useQuery({
    ...trailQuery(id),
    enabled: mayRead,
    refetchInterval: ({ state }) => (isFresh && !writesIn(state.data?.data ?? []).has(version) ? LATE_MS : false),
  });
  return { mayRead, acts: writesIn(trail?.data ?? []) };
};

const VersionTable = ({ workflow, versions }: { workflow: Workflow; versions: readonly WorkflowVersion[] }) => {
  const { t } = useLingui();
  const { data: running } = useQuery(runningQuery);
  const { mayRead, acts } = useActs(workflow);
  const counts = new Map(byVersion(running ?? [], workflow.id).map(({ version, count }) => [version, count]));
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is reached by the keyboard.
    <section className="table-scroll" aria-label={t`List of versions`} tabIndex={0}>
      <table className="table workflow-table">
        <thead>
          <tr>
            <th scope="col">{t`Version`}</th>
            <th scope="col">{t`State`}</th>
            <th scope="col">{t`Written`}</th>
            {mayRead && <th scope="col">{t`By`}</th>}
            {mayRead && <th scope="col">{t`Reason`}</th>}
            <th scope="col" data-align="right">{t`Records under way`}</th>
            <th scope="col">{t`Compare`}</th>
          </tr>
        </thead>
        <tbody>
          {versions.map(({ version, is_active, updated_at }) => (
            <tr key={version}>
              <th scope="row">{version}</th>
              <td>
                {version < workflow.version ? (
                  <Status state="superseded" />
                ) : (
                  <WorkflowActivity workflow={{ is_active }} />
                )}
              </td>
              <td>
                <Instant value={updated_at} />
              </td>
              {mayRead && <td>{acts.get(version)?.user.name ?? <span className="none">–</span>}</td>}
              {mayRead && (
                <td className="workflow-reason">
                  {acts.get(version)?.metadata.reason ?? <span className="none">–</span>}
                </td>
              )}
              <td data-align="right">{running ? (counts.get(version) ?? 0) : <span className="none">–</span>}</td>
              <td>
                <CompareLinks workflow={workflow} version={version} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
};

const CompareLinks = ({ workflow: { id, version: newest }, version }: { workflow: Workflow; version: number }) => {
  const { t } = useLingui();
  const link = (from: number, to: number, label: string, whole: string) => (
    <Link to="/workflows/$workflowId/compare" params={{ workflowId: id }} search={{ from, to }} aria-label={whole}>
      {label}
    </Link>
  );
  const before = version - 1;
  return (
    <span className="workflow-links">
      {before > 0 && link(before, version, t`with the one before`, t`Version ${version} with the one before`)}
      {version < newest && link(version, newest, t`with the newest`, t`Version ${version} with the newest`)}
      {before === 0 && version === newest && <span className="none">–</span>}
    </span>
  );
};
