import { lingui } from '@lingui/vite-plugin';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { pdfData } from './build/pdf-data.ts';

/** Where a running mesh answers; `pnpm --filter @qsc/dashboard dev` shows its records with hot reload. */
const MESH = process.env.QSC_BASE_URL ?? `http://127.0.0.1:${process.env.QSC_PORT_BASE ?? 7400}`;

/** To the gateway the requests come from its own origin, as those of the built files do. */
const proxied = { target: MESH, changeOrigin: true, headers: { origin: MESH } };

export default defineConfig({
  base: '/app/',
  plugins: [lingui({ macroTransform: true }), react(), pdfData()],
  server: { port: 5173, proxy: { '/v1': proxied, '/app/session': proxied } },
  build: {
    target: 'es2024',
    modulePreload: { polyfill: false },
    sourcemap: false,
    assetsInlineLimit: 0,
    manifest: true,
    reportCompressedSize: false,
  },
});
