/** A browser as far as the login needs one: it keeps cookies by path and follows redirects within the issuer. */
export type Page = { status: number; headers: Headers; html: string; url: URL };

export type Browser = {
  get(url: string): Promise<Page>;
  submit(page: Page, fields: Record<string, string>): Promise<Page>;
};

type Cookie = { value: string; path: string };

/**
 * @param issuer the origin that the redirects name
 * @param server where it really listens
 */
export const makeBrowser = (issuer: string, server: string): Browser => {
  const jar = new Map<string, Cookie>();

  const keep = (header: string): void => {
    const [pair = '', ...attributes] = header.split(';').map((part) => part.trim());
    const name = pair.slice(0, pair.indexOf('='));
    const value = pair.slice(pair.indexOf('=') + 1);
    const path = attributes.find((attribute) => attribute.toLowerCase().startsWith('path='))?.slice(5) ?? '/';
    if (value === '') jar.delete(`${name} ${path}`);
    else jar.set(`${name} ${path}`, { value, path });
  };

  const cookiesFor = (path: string): string =>
    [...jar]
      .filter(([, cookie]) => path.startsWith(cookie.path))
      .map(([key, cookie]) => `${key.split(' ')[0]}=${cookie.value}`)
      .join('; ');

  const visit = async (url: URL, init: RequestInit = {}): Promise<Page> => {
    const response = await fetch(`${server}${url.pathname}${url.search}`, {
      ...init,
      redirect: 'manual',
      headers: { accept: 'text/html', cookie: cookiesFor(url.pathname), ...(init.headers as Record<string, string>) },
    });
    response.headers.getSetCookie().forEach(keep);
    const location = response.headers.get('location');
    if (location === null)
      return { status: response.status, headers: response.headers, html: await response.text(), url };
    const next = new URL(location, url);
    if (next.origin !== issuer) return { status: response.status, headers: response.headers, html: '', url: next };
    return visit(next);
  };

  return {
    get: (url) => visit(new URL(url)),
    submit: (page, fields) => visit(page.url, { method: 'POST', body: new URLSearchParams(fields) }),
  };
};
