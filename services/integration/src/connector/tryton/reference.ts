import { RemoteRefusal } from '../../remote/remote-error.ts';
import type { Rpc } from './rpc.ts';

/** Our references among the identifiers of a party. */
const PREFIX = 'qsc:';
const PARTY = 'party.party';
const IDENTIFIERS = 'identifiers';
const CODE = 'code';

type NewRow = { reference: string; values: Readonly<Record<string, unknown>> };

/** How a created row is recognised when its creation is repeated after a lost answer. */
export type Reference = {
  /** The ids of rows that were created already, by their reference. */
  find(rows: readonly NewRow[]): Promise<Map<string, number>>;
  /** The values of a new row with its reference. Throws a `VALIDATION_ERROR` where it could not be recognised. */
  withReference(row: NewRow): Record<string, unknown>;
};

/** Parties get an identifier without a type, `qsc:<reference>`; any other object is known by the `code` that it is given. */
export const makeReference = (rpc: Rpc, object: string): Reference =>
  object === PARTY ? byIdentifier(rpc) : byCode(rpc, object);

/** Whether an identifier is one of ours, which is no identifier of the party to anybody else. */
export const isOurs = (identifier: unknown): identifier is string =>
  typeof identifier === 'string' && identifier.startsWith(PREFIX);

/** Whether records of the object carry the reference that they were made with. */
export const storesReferences = (object: string): boolean => object === PARTY;

/** The reference that is among these identifiers of a party, read with their codes; undefined where there is none. */
export const referenceAmong = (identifiers: unknown): string | undefined => {
  const codes = Array.isArray(identifiers) ? identifiers.map(({ code }: { code?: unknown }) => code) : [];
  return codes.find(isOurs)?.slice(PREFIX.length);
};

const byIdentifier = (rpc: Rpc): Reference => ({
  async find(rows) {
    const codes = rows.map(({ reference }) => `${PREFIX}${reference}`);
    const found = await search(rpc, 'party.identifier', { codes, names: [CODE, 'party'] });
    return new Map(found.map(({ code, party }) => [String(code).slice(PREFIX.length), Number(party)]));
  },
  withReference: ({ reference, values }) => {
    const given = (values[IDENTIFIERS] ?? []) as unknown[];
    return { ...values, [IDENTIFIERS]: [...given, ['create', [{ [CODE]: `${PREFIX}${reference}` }]]] };
  },
});

const byCode = (rpc: Rpc, object: string): Reference => ({
  async find(rows) {
    const byCode = new Map(rows.map(({ reference, values }) => [values[CODE], reference]));
    const codes = [...byCode.keys()].filter((code) => typeof code === 'string' && code !== '');
    const found = await search(rpc, object, { codes, names: [CODE] });
    return new Map(found.map(({ code, id }) => [byCode.get(code) ?? '', Number(id)]));
  },
  withReference: ({ values }) => {
    if (typeof values[CODE] === 'string' && values[CODE] !== '') return { ...values };
    throw new RemoteRefusal('VALIDATION_ERROR', 'Records of this object are made in Tryton only with a `code`.', {
      field: CODE,
    });
  },
});

type Search = { codes: readonly unknown[]; names: readonly string[] };

const search = async (rpc: Rpc, object: string, { codes, names }: Search): Promise<Record<string, unknown>[]> => {
  if (codes.length === 0) return [];
  const parameters = [[[CODE, 'in', codes]], 0, null, [['id', 'DESC']], names];
  return (await rpc(`model.${object}.search_read`, parameters, { active_test: false })) as Record<string, unknown>[];
};
