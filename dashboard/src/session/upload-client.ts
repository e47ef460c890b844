import { type Client, createClient } from '@qsc/client';
import { checkSession } from './client.ts';

type Progress = (share: number) => void;

const toHeaders = (lines: string): Headers => {
  const headers = new Headers();
  for (const line of lines.trim().split(/\r?\n/)) {
    const [name, ...rest] = line.split(':');
    if (name && rest.length > 0) headers.append(name, rest.join(':').trim());
  }
  return headers;
};

/** Sends a request and reports how much of its body was sent, which `fetch` does not. */
const sendWithProgress = async (request: Request, onProgress: Progress): Promise<Response> => {
  const body = await request.blob();
  return new Promise((resolve, reject) => {
    const sent = new XMLHttpRequest();
    sent.open(request.method, request.url);
    for (const [name, value] of request.headers) sent.setRequestHeader(name, value);
    sent.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
    sent.onerror = () => reject(new TypeError('The connection failed.'));
    sent.onabort = () => reject(request.signal.reason);
    sent.onload = () => {
      checkSession(sent.status);
      resolve(new Response(sent.response, { status: sent.status, headers: toHeaders(sent.getAllResponseHeaders()) }));
    };
    request.signal.addEventListener('abort', () => sent.abort());
    sent.send(body);
  });
};

/** The API for one upload: as slow as the line is, and with the part of the file that was sent, from 0 to 1. */
export const makeUploadClient = (onProgress: Progress): Client =>
  createClient({
    baseUrl: location.origin,
    credential: { session: true },
    timeoutMs: Number.POSITIVE_INFINITY,
    fetch: (request) => sendWithProgress(request, onProgress),
  });
