import type { Json } from './openapi-schema.ts';

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

/** The responses of a route that answers a file: the whole, a part, and nothing where it is unchanged. */
export const fileResponsesOf = (mediaTypes: readonly string[]): Json => {
  const content = Object.fromEntries(mediaTypes.map((mediaType) => [mediaType, { schema: BYTES }]));
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
export const formContentOf = (
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
