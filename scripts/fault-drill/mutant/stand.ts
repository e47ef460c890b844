import { REPOSITORY } from '../../runtime/paths.ts';
import { openStores, type Stores } from '../check/stores.ts';
import type { DrillMesh } from '../mesh/drill-mesh.ts';
import type { DatabaseName, Keeper } from '../mesh/drill-plan.ts';
import { carryEpochs } from './queue-epochs.ts';

/** What a trial is made with: the source that a service runs from, and a mark of the databases that are the trial's own. */
export type Setting = { service: Keeper; root: string; mark: string };

/** Where trials are made, one after another. Only what a trial changes is started anew for it. */
export type Stand = {
  /** Puts a service into another setting, and the one of the trial before back; null for all as they are. It is ready then. */
  set(setting: Setting | null): Promise<void>;
  /** The databases as they are set now. */
  openStores(): Stores;
};

/** Programs that share a database; each other keeper has one of its own name. */
const SHARING: readonly (readonly Keeper[])[] = [
  ['certificate', 'certificate-worker'],
  ['audit', 'audit-worker'],
];
const PREFIX = 'qsc_';

const groupOf = (service: Keeper): readonly Keeper[] => SHARING.find((group) => group.includes(service)) ?? [service];

const databaseOf = (service: Keeper): DatabaseName =>
  (SHARING.find((group) => group.includes(service))?.[0] ?? service) as DatabaseName;

const prefixOf = (setting: Setting | null, name: DatabaseName): string =>
  setting && databaseOf(setting.service) === name ? setting.mark : PREFIX;

/** The stand in a mesh that runs from the source as it is. */
export const makeStand = (mesh: DrillMesh): Stand => {
  let current: Setting | null = null;

  const run = async (service: Keeper, next: Setting | null): Promise<void> => {
    const group = groupOf(service);
    const name = databaseOf(service);
    const [before, after] = [prefixOf(current, name), prefixOf(next, name)];
    const environment = { MONGODB_DATABASE_PREFIX: after };
    // They share a database, and with it what the source says of its indexes.
    const root = next?.root ?? REPOSITORY;
    await Promise.all(group.map((one) => mesh.end(one)));
    await carryEpochs(mesh.backends.mongodbUri, `${before}${name}`, `${after}${name}`);
    await Promise.all(group.map((one) => mesh.vary(one, { root, environment })));
  };

  return {
    async set(next) {
      const isSame = next && current && groupOf(next.service).includes(current.service);
      const back = current && !isSame ? [run(current.service, null)] : [];
      await Promise.all([...back, ...(next ? [run(next.service, next)] : [])]);
      current = next;
    },
    openStores: () => openStores({ ...mesh.backends, prefix: (name) => prefixOf(current, name) }),
  };
};
