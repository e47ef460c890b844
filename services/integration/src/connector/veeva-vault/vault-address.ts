import type { Endpoints } from '../../connection/connection.ts';
import { RemoteRefusal, RemoteTrouble } from '../../remote/remote-error.ts';

/** The version of the API that is spoken where a connection names none. */
export const DEFAULT_VERSION = 'v25.2';

const VERSION = /^v(\d{2})\.([1-3])$/;
/** Before v21.3 Vault read escaped characters in queries in another way for each kind of record. */
const FIRST_VERSION = 21.3;
/** Vaults in the cloud share one address for OAuth logins; any other host answers them itself. */
const CLOUD = /\.veevavault\.com$/;
const CLOUD_LOGIN = 'https://login.veevavault.com';
const ID = /^[A-Za-z0-9_-]{1,64}$/;

/** The version that a connection speaks. Throws `RemoteRefusal` for one that is too old to be queried safely. */
export const toVersion = ({ api_version }: Pick<Endpoints, 'api_version'>): string => {
  const version = api_version ?? DEFAULT_VERSION;
  const [, year, release] = VERSION.exec(version) ?? [];
  if (year !== undefined && Number(`${year}.${release}`) >= FIRST_VERSION) return version;
  throw new RemoteRefusal('VALIDATION_ERROR', 'Use a version of the Vault API from v21.3 on, such as v25.2.', {
    field: 'endpoints.api_version',
  });
};

/** The address of the API at a connection's Vault, with what follows its version. */
export const apiUrl = (endpoints: Endpoints, path: string): string =>
  `${getRoot(endpoints)}/api/${toVersion(endpoints)}${path}`;

/** The address under which Vault lists the versions that it speaks. */
export const versionsUrl = (endpoints: Endpoints): string => `${getRoot(endpoints)}/api/`;

/** Where a token of OAuth is turned into a session. */
export const sessionUrl = (endpoints: Endpoints, profile: string): string => {
  const root = CLOUD.test(getHost(endpoints)) ? CLOUD_LOGIN : getRoot(endpoints);
  return `${root}/auth/oauth/session/${encodeURIComponent(profile)}`;
};

const getRoot = ({ api_base }: Endpoints): string => api_base.replace(/\/+$/, '');

/** The host of the Vault that a connection is for, with a port where it has one of its own. */
export const getHost = ({ api_base }: Pick<Endpoints, 'api_base'>): string => new URL(api_base).host.toLowerCase();

/** A key of Vault in a path. Throws `RemoteRefusal` for what cannot be one. */
export const idInPath = (id: string): string => {
  if (ID.test(id)) return id;
  throw new RemoteRefusal('RECORD_NOT_FOUND', 'Vault has no such record.');
};

/** The address of the next page. Throws `RemoteTrouble` where it leads away from the Vault. */
export const furtherUrl = (endpoints: Endpoints, address: string): string => {
  const url = URL.parse(address, endpoints.api_base);
  if (url && url.origin === new URL(endpoints.api_base).origin) return url.href;
  throw new RemoteTrouble('Vault named an address for its next page that is not its own.');
};
