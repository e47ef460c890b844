/** An answer over HTTP. `body` is the parsed JSON, or null where there is none. */
export type ApiAnswer = { status: number; headers: Headers; body: Json };

// biome-ignore lint/suspicious/noExplicitAny: what comes from outside is looked at member by member in the assertions.
type Json = any;

type Extra = { headers?: Record<string, string> };

export type ApiClient = {
  get(path: string, extra?: Extra): Promise<ApiAnswer>;
  post(path: string, body?: unknown, extra?: Extra): Promise<ApiAnswer>;
  patch(path: string, body: unknown, extra?: Extra): Promise<ApiAnswer>;
  put(path: string, body: unknown, extra?: Extra): Promise<ApiAnswer>;
  delete(path: string, extra?: Extra): Promise<ApiAnswer>;
  /** The same API with another credential. */
  as(token: string | null): ApiClient;
};

const parse = (text: string): Json => {
  if (text === '') return null;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
};

const toRequestBody = (body: unknown): string | FormData =>
  typeof body === 'string' || body instanceof FormData ? body : JSON.stringify(body);

/** The form of an upload: a PDF with the text as its content, and the metadata of its record. */
export const pdfForm = (metadata: object, { text, filename }: { text: string; filename: string }): FormData => {
  const form = new FormData();
  form.append('metadata', JSON.stringify(metadata));
  form.append('file', new Blob([`%PDF-1.7\n${text}`]), filename);
  return form;
};

/** A client of an API at `http://host:port`, with a bearer token or none. */
export const apiClient = (baseUrl: string, token: string | null): ApiClient => {
  const send = async (method: string, path: string, body: unknown, extra: Extra = {}): Promise<ApiAnswer> => {
    const response = await fetch(`${baseUrl}${path}`, {
      method,
      redirect: 'manual',
      headers: {
        ...(token === null ? {} : { authorization: `Bearer ${token}` }),
        ...(body === undefined || body instanceof FormData ? {} : { 'content-type': 'application/json' }),
        ...extra.headers,
      },
      ...(body === undefined ? {} : { body: toRequestBody(body) }),
    });
    return { status: response.status, headers: response.headers, body: parse(await response.text()) };
  };
  return {
    get: (path, extra) => send('GET', path, undefined, extra),
    post: (path, body, extra) => send('POST', path, body, extra),
    patch: (path, body, extra) => send('PATCH', path, body, extra),
    put: (path, body, extra) => send('PUT', path, body, extra),
    delete: (path, extra) => send('DELETE', path, undefined, extra),
    as: (other) => apiClient(baseUrl, other),
  };
};
