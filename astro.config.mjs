import { defineConfig } from 'astro/config'
import { pageWorkers } from './src/release/pages-build/page-workers.ts'

/**
 * The site is plain files. `npm run build` sets the output folder, the address of the site and, in LOTLINE_PAGES, the folder that page
 * workers write to; without LOTLINE_PAGES Astro writes the pages itself.
 */
export default defineConfig({
  output: 'static',
  site: process.env.SITE_URL ?? 'http://localhost:4321',
  outDir: process.env.LOTLINE_OUT ?? './dist',
  trailingSlash: 'always',
  // With threads of our own this counts only for a stock build; measured best there.
  build: { concurrency: 16, format: 'directory', inlineStylesheets: 'never' },
  compressHTML: true,
  devToolbar: { enabled: false },
  integrations: process.env.LOTLINE_PAGES ? [pageWorkers({ pagesFolder: process.env.LOTLINE_PAGES })] : [],
  vite: {
    // Small scripts and pictures stay files: an inline one would need a hole in the Content-Security-Policy.
    build: { assetsInlineLimit: 0 },
    // Bundles of their own (`?worker&url`) are modules here, asked for by `import()`: they may bring further parts later.
    worker: { format: 'es' },
    server: { fs: { strict: true } },
  },
})
