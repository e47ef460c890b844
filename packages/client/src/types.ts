import type { components, operations } from './generated/api.ts';
import type { UploadSource } from './upload.ts';

/** The shapes of the API by the names that its description gives them. */
export type Schemas = components['schemas'];

/** The ids of the API's operations. */
export type OperationId = keyof operations;

/** The request of a method, as the client needs it at run time. */
export type Operation = {
  id: string;
  http: string;
  path: string;
  answer: 'page' | 'data' | 'file' | 'text' | 'none';
  query?: true;
  body?: 'json' | 'form';
  keyed?: true;
};

/** What is sent: optional members may be `undefined`, and lists may be such that are not written to. */
type Given<Value> = Value extends readonly (infer One)[]
  ? readonly Given<One>[]
  : Value extends object
    ? { [Name in keyof Value]: object extends Pick<Value, Name> ? Given<Value[Name]> | undefined : Given<Value[Name]> }
    : Value;

type QueryParameters<Id extends OperationId> = operations[Id]['parameters'] extends { query?: infer Query }
  ? Omit<NonNullable<Query>, 'reason'>
  : never;

/** Filters of entities by an attribute, `{ 'attributes.country': 'DE' }`; nested ones by dots. */
export type AttributeFilters = {
  [attribute: `attributes.${string}`]: string | number | boolean | readonly (string | number | boolean)[] | undefined;
};

/** The query of an operation, but for `reason`, which is an option of the call. An array is sent as a comma list. */
export type Query<Id extends OperationId> = Given<QueryParameters<Id>>;

/** The query of a list, which chooses pages itself. */
export type ListQuery<Id extends OperationId> = Omit<Query<Id>, 'page'> &
  (Id extends 'listEntities' ? AttributeFilters : unknown);

type Content<Id extends OperationId> = operations[Id] extends { requestBody: { content: infer Content } }
  ? Content
  : never;

/** `password` may be left to the client's `sign`. */
type Signable<Shape> = 'signature' extends keyof Shape
  ? Omit<Shape, 'signature'> & { signature?: { meaning: string; username?: string; password?: string } }
  : Shape;

/** The body of an operation; of an upload its file and metadata. */
export type Body<Id extends OperationId> =
  Content<Id> extends { 'multipart/form-data': { metadata: infer Metadata } }
    ? { file: UploadSource; filename?: string; metadata: Given<Metadata> }
    : Content<Id> extends { 'application/json': infer Json }
      ? Signable<Given<Json>>
      : unknown;

type Responses<Id extends OperationId> = operations[Id]['responses'];

type Success<Id extends OperationId> = Responses<Id>[keyof Responses<Id> & (200 | 201 | 202 | 207)];

type Answered<Id extends OperationId> =
  Success<Id> extends { content: { 'application/json': infer Json } } ? Json : never;

/** What an operation answers: `data` of its body. */
export type Data<Id extends OperationId> = Answered<Id> extends { data: infer Data } ? Data : Answered<Id>;

/** A page of a list. */
export type Page<Id extends OperationId> = Answered<Id>;

/** One record of a list. */
export type Item<Id extends OperationId> = Answered<Id> extends { data: readonly (infer One)[] } ? One : never;
