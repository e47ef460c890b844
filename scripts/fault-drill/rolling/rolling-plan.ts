import { ROUTING_TABLE } from '../../../gateway/src/routing/routing-table.ts';
import type { ProcessSpec } from '../../runtime/plan.ts';
import { grpcVariable, httpVariable } from '../../runtime/process-address.ts';
import { SERVICES } from '../../runtime/processes.ts';
import { type DrillPlan, type PlanDrill, planDrill, REPLICAS, type Service } from '../mesh/drill-plan.ts';
import { type Balancer, openBalancer } from '../wire/balancer.ts';

/** What is reached over HTTP at one address: the gateways by clients, the services behind them by the gateways. */
export const BEHIND_BALANCERS = ['gateway', ...ROUTING_TABLE.map(({ name }) => name)] as readonly Service[];

export type Balancers = ReadonlyMap<Service, Balancer>;

/** Opens a balancer for each. */
export const openBalancers = async (): Promise<Balancers> =>
  new Map(await Promise.all(BEHIND_BALANCERS.map(async (name) => [name, await openBalancer()] as const)));

/** As the chart has it: longer than a gateway or a client of the drill keeps an idle connection. */
const DRAIN_MS = 2_000;

/**
 * Plans the mesh of the drill as it stands behind its gateways in a cluster: both replicas of each service at one address, by a
 * balancer over HTTP and by a name with two addresses over gRPC.
 */
export const planBehindBalancers =
  (balancers: Balancers): PlanDrill =>
  async (options) => {
    const { plan, ...planned } = await planDrill(options);
    const addresses = sharedAddresses(plan.processes, balancers);
    const atBalancers = (spec: ProcessSpec): ProcessSpec => ({
      ...spec,
      environment: {
        ...spec.environment,
        ...Object.fromEntries(Object.entries(addresses).filter(([name]) => name in spec.environment)),
        JWKS_URL: `${getUrl(balancers, 'identity')}/.well-known/jwks.json`,
        DRAIN_MS: String(DRAIN_MS),
      },
      stopGraceMs: spec.stopGraceMs + DRAIN_MS,
    });
    const isReplica = ({ name }: ProcessSpec) => /-[12]$/.test(name);
    const processes = plan.processes.map((spec) => (isReplica(spec) ? atBalancers(spec) : spec));
    for (const [name, balancer] of balancers) for (const port of listPorts(plan.processes, name)) balancer.join(port);
    const baseUrl = getUrl(balancers, 'gateway');
    return { ...planned, baseUrls: [baseUrl, baseUrl], plan: { ...plan, processes } } satisfies DrillPlan;
  };

const getUrl = (balancers: Balancers, name: Service): string => `http://127.0.0.1:${balancers.get(name)?.port}`;

const listReplicas = (processes: readonly ProcessSpec[], name: Service): ProcessSpec[] =>
  processes.filter((spec) => REPLICAS[name].some((replica) => replica === spec.name));

const listPorts = (processes: readonly ProcessSpec[], name: Service): number[] =>
  listReplicas(processes, name).map(({ httpPort }) => httpPort ?? 0);

/** The address of each service, by the variable that tells it. */
const sharedAddresses = (processes: readonly ProcessSpec[], balancers: Balancers): Record<string, string> => {
  const getGrpc = (name: Service): string => {
    return `ipv4:${listReplicas(processes, name)
      .map(({ environment }) => `127.0.0.1:${environment.GRPC_PORT}`)
      .join(',')}`;
  };
  const grpc = SERVICES.map(({ name }) => [grpcVariable(name), getGrpc(name as Service)]);
  const http = [...balancers.keys()].map((name) => [httpVariable(name), getUrl(balancers, name)]);
  return Object.fromEntries([...grpc, ...http]);
};
