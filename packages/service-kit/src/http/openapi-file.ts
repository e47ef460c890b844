import type { Json } from './openapi-schema.ts';
import type { AnyRoute } from './route.ts';

const BYTES = { type: 'string', format: 'binary' };

const headerRefs = (names: Record<string, string>): Json =>
  Object.fromEntries(
    Object.entries(names).map(([name, component]) => [name, { $ref: `#/components/headers/${component}` }]),
  );

const FILE_HEADERS = {
  'X-Request-Id': 'X-Request-Id',
  ETag: 'FileETag',
  'Content-Disposition': 'Content-Disposition',
};

/** The parameters that a download takes, by their names among the shared ones. */
export const DOWNLOAD_PARAMETERS = ['Range', 'IfRange', 'IfNoneMatch'] as const;

const isText = (mediaType: string): boolean => /^text\/|json|jose|[/+]xml$/.test(mediaType);

const buildContent = (mediaType: string, examples: Readonly<Record<string, string>>): Json => ({
  schema: BYTES,
  example: examples[mediaType] ?? 'the bytes of the file',
});

/**
 * The responses of a route that answers a file: the whole, a part, and nothing where it is unchanged. Throws where text has no
 * example.
 */
export const buildFileResponses = ({ id, answer }: AnyRoute): Json => {
  const { mediaTypes = [], fileExamples: examples = {} } = answer;
  const bare = mediaTypes.find((mediaType) => isText(mediaType) && examples[mediaType] === undefined);
  if (bare !== undefined) throw new Error(`${id}: there is no example of a file of the type ${bare}.`);
  const content = Object.fromEntries(mediaTypes.map((mediaType) => [mediaType, buildContent(mediaType, examples)]));
  return {
    200: { description: 'The file.', headers: headerRefs(FILE_HEADERS), content },
    206: {
      description: 'A part of the file.',
      headers: headerRefs({ ...FILE_HEADERS, 'Content-Range': 'Content-Range' }),
      content,
    },
    304: { description: 'The file is unchanged.', headers: headerRefs({ 'X-Request-Id': 'X-Request-Id' }) },
  };
};

/** The content of a form of a file and its metadata. */
export const buildFormContent = (
  metadata: Json,
  { mediaTypes, example }: { mediaTypes: readonly string[]; example: unknown },
): Json => ({
  'multipart/form-data': {
    schema: {
      type: 'object',
      required: ['file', 'metadata'],
      properties: { file: { ...BYTES, description: 'The file.' }, metadata },
    },
    encoding: { file: { contentType: mediaTypes.join(', ') }, metadata: { contentType: 'application/json' } },
    example: { file: 'the bytes of the file', metadata: example },
  },
});
