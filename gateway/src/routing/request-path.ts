/** The path of a request target, without its query. */
export const toPath = (target: string): string => {
  const query = target.indexOf('?');
  return query < 0 ? target : target.slice(0, query);
};

const VISIBLE = /^\/[\x21-\x7e]*$/;
const TRICK = /\/\/|\\|#|\/\.{1,2}(\/|$)/;
const ESCAPED = /%[0-9A-Fa-f]{2}/g;
const UNRESERVED = /[A-Za-z0-9\-._~]/;
const DELETE = 0x7f;

/** What RFC 3986 §2.3 never escapes, and what would change the path's segments once it is unescaped. */
const isMisleading = (code: number): boolean =>
  code < 0x20 ||
  code === DELETE ||
  ['/', '\\'].includes(String.fromCharCode(code)) ||
  UNRESERVED.test(String.fromCharCode(code));

const hasMisleadingEscape = (path: string): boolean =>
  path.replaceAll(ESCAPED, '').includes('%') ||
  (path.match(ESCAPED) ?? []).some((found) => isMisleading(Number.parseInt(found.slice(1), 16)));

/**
 * Whether the path reads the same to everyone: no dot segments, empty segments, escaped slashes or escaped letters. Any
 * other path could mean one thing to the gateway's tables and another to a service, so it goes nowhere.
 */
export const isPlainPath = (path: string): boolean =>
  VISIBLE.test(path) && !TRICK.test(path) && (!path.includes('%') || !hasMisleadingEscape(path));

/** The form in which the scope table reads a path: services match paths without regard to a closing slash. */
export const toScopePath = (path: string): string => (path.endsWith('/') ? path.slice(0, -1) : path);
