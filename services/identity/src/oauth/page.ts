import { createHash } from 'node:crypto';

const STYLE = `
:root{color-scheme:light dark;font-family:system-ui,sans-serif;line-height:1.5}
body{margin:0;min-height:100vh;display:grid;place-items:center;background:Canvas;color:CanvasText}
main{width:min(22rem,calc(100vw - 2rem));padding:2rem 0}
h1{font-size:1.375rem;margin:0 0 .25rem}
p{margin:0 0 1.25rem}
label{display:block;font-weight:600;margin:0 0 1rem}
input{display:block;box-sizing:border-box;width:100%;margin-top:.25rem;padding:.625rem;font:inherit;border:1px solid GrayText;border-radius:.375rem}
button{width:100%;padding:.625rem;font:inherit;font-weight:600;border:1px solid transparent;border-radius:.375rem;background:#1f4e8c;color:#fff;cursor:pointer}
button.quiet{margin-top:.75rem;background:transparent;color:inherit;border-color:GrayText}
:focus-visible{outline:3px solid #5b9bd5;outline-offset:2px}
[role=alert]{padding:.625rem;border-left:4px solid #b3261e}
`;

const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64');

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

const escapeHtml = (text: string): string => text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? '');

/**
 * The policy of a page: its own style by hash, its own form, and nothing from elsewhere.
 * @param target where the form's answer redirects to in the end; browsers hold a form's redirects to `form-action` too.
 */
export const pagePolicy = (target: string | null): string =>
  [
    "default-src 'none'",
    `style-src 'sha256-${STYLE_HASH}'`,
    `form-action 'self'${target ? ` ${target}` : ''}`,
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join('; ');

const page = (title: string, content: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>${escapeHtml(title)}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>${escapeHtml(title)}</h1>
${content}
</main>
</body>
</html>
`;

/** What the login page shows: for which application, what went wrong, and the user name that was typed. */
export type LoginView = { application: string; problem: string | null; username: string };

/** The login page of the authorization code flow. */
export const loginPage = ({ application, problem, username }: LoginView): string =>
  page(
    'Sign in',
    `<p>to continue to ${escapeHtml(application)}</p>
${problem ? `<p role="alert">${escapeHtml(problem)}</p>` : ''}
<form method="post">
<label>E-mail <input name="username" type="email" autocomplete="username" required maxlength="254" value="${escapeHtml(username)}"></label>
<label>Password <input name="password" type="password" autocomplete="current-password" required maxlength="1024"></label>
<button name="action" value="sign-in">Sign in</button>
<button name="action" value="cancel" class="quiet" formnovalidate>Cancel</button>
</form>`,
  );

/** The page for a request that cannot be sent back to its application. */
export const errorPage = (error: string, description: string): string =>
  page(
    'This cannot be done',
    `<p role="alert">${escapeHtml(description || error)}</p>\n<p>Go back to the application and begin again.</p>`,
  );
