/** A system that suppliers are synchronised with, filled with so many of them. */
export type Partner = {
  name: string;
  /** The connection, without its name. */
  connection: Readonly<Record<string, unknown>>;
  /** The field that tells of a change, where its kind of system has none of its own. */
  changeField?: string;
  /** What of it becomes suppliers here. */
  mapping: Mapping;
  /** All of its rows in pages of this size, by bare requests. */
  pages(size: number): AsyncIterable<readonly unknown[]>;
  stop(): Promise<void>;
};

type Mapping = {
  entity_type: 'supplier';
  source_object: string;
  field_mappings: readonly { source: string; target: string; required: boolean }[];
  bidirectional: { enabled: true; fields: readonly string[] };
};

/** Starts a partner that has so many suppliers. */
export type StartPartner = (count: number) => Promise<Partner>;

/** Its name and its code there become those here; the name goes back. */
export const makeMapping = (source_object: string, fields: { name: string; code: string }): Mapping => ({
  entity_type: 'supplier',
  source_object,
  field_mappings: [
    { source: fields.name, target: 'name', required: true },
    { source: fields.code, target: 'attributes.supplier_code', required: true },
  ],
  bidirectional: { enabled: true, fields: ['name'] },
});

export const nameAt = (index: number): string => `Supplier ${index} of Basel`;

/** One that no other partner has. */
export const codeAt = (partner: string, index: number): string => `${partner}-${String(index).padStart(6, '0')}`;

/** So many rows. */
export const makeRows = <Row>(count: number, rowAt: (index: number) => Row): Row[] =>
  Array.from({ length: count }, (_, index) => rowAt(index));

/** The JSON of an answer. Throws for one that is not of the 2xx. */
export const readJson = async (answer: Response): Promise<unknown> => {
  if (!answer.ok) throw new Error(`${answer.url} was answered ${answer.status}: ${await answer.text()}`);
  return answer.json();
};
