import './trusted-types.ts';
import '@mantine/core/styles.css';
import './base.css';
import './session/session.css';
import './frame/frame.css';
import './frame/palette.css';
import './ui/status.css';
import './ui/controls.css';
import './ui/list/list.css';
import './ui/record.css';
import './approvals/approvals.css';
import './audit/audit.css';
import './inspection/inspection.css';
import './my-work/my-work.css';
import './suppliers/suppliers.css';
import './certificates/certificates.css';
import './certificates/review.css';
import './webhooks/webhooks.css';
import './integrations/integrations.css';
import './administration/administration.css';
import './narrow.css';
import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { firstLanguage, showLanguage } from './i18n/i18n.ts';
import { makeRouter } from './router.tsx';
import { onSessionOver } from './session/client.ts';
import { lock } from './session/session.ts';
import { SessionGate } from './session/session-gate.tsx';
import { cssVariables, theme } from './theme.ts';

// The files of an older build are gone after an update: the page is reloaded, and drafts are still there.
addEventListener('vite:preloadError', () => location.reload());

// The client of the API retries what may be retried.
const queries = new QueryClient({
  defaultOptions: { queries: { retry: false, staleTime: 5_000, refetchOnWindowFocus: true } },
});

const router = makeRouter(queries);

onSessionOver(lock);

const nonce = document.querySelector<HTMLMetaElement>('meta[name="style-nonce"]')?.content ?? '';

// Dialogs stop the page behind them from scrolling by a style of their own, which takes its nonce from here (get-nonce).
Object.assign(globalThis, { __webpack_nonce__: nonce });

await showLanguage(firstLanguage());

createRoot(document.getElementById('root') as HTMLElement).render(
  <StrictMode>
    <I18nProvider i18n={i18n}>
      <MantineProvider
        theme={theme}
        cssVariablesResolver={cssVariables}
        defaultColorScheme="auto"
        getStyleNonce={() => nonce}
      >
        <QueryClientProvider client={queries}>
          <SessionGate>
            <RouterProvider router={router} />
          </SessionGate>
        </QueryClientProvider>
      </MantineProvider>
    </I18nProvider>
  </StrictMode>,
);
