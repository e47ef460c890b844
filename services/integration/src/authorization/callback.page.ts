import { createHash } from 'node:crypto';
import type { HtmlPage } from '@qsc/service-kit';

const STYLE = `
:root{color-scheme:light dark;font-family:system-ui,sans-serif;line-height:1.5}
body{margin:0;min-height:100vh;display:grid;place-items:center;background:Canvas;color:CanvasText}
main{width:min(28rem,calc(100vw - 2rem));padding:2rem 0}
h1{font-size:1.375rem;margin:0 0 .5rem}
`;

const POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
  "form-action 'none'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
].join('; ');

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

const escaped = (text: string): string => text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? '');

/** What a user sees who has come back from the login at the external system. */
export const authorizedPage = (connection: string): HtmlPage => ({
  policy: POLICY,
  html: `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Connection authorized</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>Connection authorized</h1>
<p>“${escaped(connection)}” can be used now. You may close this window, say what is to be synchronised, and enable the connection.</p>
</main>
</body>
</html>
`,
});
