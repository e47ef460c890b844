import type { Request, Response } from 'express';
import type { Answer, HtmlPage } from './answer.ts';
import { type Download, sendDownload } from './download.ts';

/** What a handler gave, and its JSON; null where the answer has no body. */
export type Prepared = { value: unknown; json: Buffer | string | null };

/** Gives a handler's value the form of its answer. Throws when it does not have it. */
export const prepare = ({ body, getBody, project }: Answer<unknown>, value: unknown): Prepared => {
  if (body === null) return { value, json: null };
  const shown = project ? project(getBody(value)) : body.parse(getBody(value));
  return { value, json: JSON.stringify(shown) };
};

/** `response.json` without its look at settings and freshness, which no answer here uses. */
const sendJson = (response: Response, json: Buffer | string): void => {
  response.setHeader('Content-Type', 'application/json; charset=utf-8');
  response.setHeader('Content-Length', Buffer.byteLength(json));
  response.end(json);
};

const sendPage = (response: Response, { html, policy }: HtmlPage): void => {
  response.set({ 'Content-Security-Policy': policy, 'Referrer-Policy': 'no-referrer', 'Cache-Control': 'no-store' });
  response.type('html').end(html);
};

/** Sends a prepared answer with its status and headers. Rejects when a file breaks off on the way. */
export const send = async (
  answer: Answer<unknown>,
  { request, response }: { request: Request; response: Response },
  { value, json }: Prepared,
): Promise<void> => {
  if (answer.mediaTypes) return sendDownload(value as Download, { request, response });
  response.status(answer.getStatus(value));
  if (answer.html) return sendPage(response, value as HtmlPage);
  const location = answer.location?.(value, request.params as Record<string, string>);
  if (location) response.location(location);
  if (answer.version) response.set('ETag', `"${answer.version(value)}"`);
  if (json === null) response.end();
  else sendJson(response, json);
};
