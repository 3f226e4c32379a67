import { fileURLToPath } from 'node:url'
import react from '@astrojs/react'
import { defineConfig } from 'astro/config'
import { chunkGroups } from './src/release/pages/chunk-groups.ts'
import { textLanguage } from './src/rules/settings/languages.ts'
import { paletteStyles } from './src/rules/settings/palettes.ts'
import { withSettings } from './src/rules/settings/society-settings.ts'

const BEFORE_HYDRATION = fileURLToPath(new URL('src/islands/before-hydration.ts', import.meta.url))

/** Islands wait for the first pictures of their page. */
const picturesFirst = {
  name: 'lotline:pictures-first',
  hooks: {
    'astro:config:setup': ({ injectScript }) =>
      injectScript('before-hydration', `import ${JSON.stringify(BEFORE_HYDRATION)}`),
  },
}

const RENDERED_AT_ONCE = 'ReactDOM.renderToString(vnode)'
/**
 * @astrojs/react 7.0.0 forgets the prefix of an island's ids where it does not stream: `useId` would give other ids in the browser than in the page.
 */
const idsOfIslands = {
  name: 'lotline:ids-of-islands',
  transform: {
    filter: { id: /[\\/]@astrojs[\\/]react[\\/]dist[\\/]server\.js$/ },
    handler(code) {
      if (!code.includes(RENDERED_AT_ONCE)) throw new Error('@astrojs/react has changed: see astro.config.mjs.')
      return code.replace(RENDERED_AT_ONCE, 'ReactDOM.renderToString(vnode, renderOptions)')
    },
  },
}

/** Uppy's own thumbnails are off (islands/add-item/images/picker.ts), but its Dashboard imports what makes them: 14 kB. */
const noUppyThumbnails = {
  name: 'lotline:no-uppy-thumbnails',
  load: {
    filter: { id: /[\\/]@uppy[\\/]thumbnail-generator[\\/]lib[\\/]index\.js$/ },
    handler: () => 'export default class {}',
  },
}

/** Pages and their scripts have what the society has set for its archive (src/release/settings.ts) in place of the defaults in the code. */
const applied = withSettings(JSON.parse(process.env.LOTLINE_SETTINGS ?? '{}'))
const societySettings = {
  name: 'lotline:society-settings',
  load: {
    filter: { id: /[\\/]src[\\/](?:society|look|texts|rules[\\/]settings[\\/]text-language)\.ts$/ },
    handler: (id) => {
      if (id.endsWith('text-language.ts'))
        return `export const TEXT_LANGUAGE = ${JSON.stringify(textLanguage(applied.society.language)) ?? 'void 0'}`
      const name = /(\w+)\.ts$/.exec(id)[1]
      return `export const ${name} = ${JSON.stringify(applied[name])}`
    },
  },
  transform: {
    order: 'pre',
    filter: { id: /[\\/]src[\\/]styles[\\/]main\.css$/ },
    handler: (code) => `${code}\n${paletteStyles(applied.look.palette)}`,
  },
}

/**
 * Leaflet 1.9 runs code for each of its classes when it loads, so bundlers keep all of them. This leaves out those that no map here uses: markers, popups,
 * tooltips, the canvas renderer, GeoJSON, pictures, and its own controls and handlers but scale, drag, wheel and pinch. 12 kB after brotli.
 */
const leafletParts = {
  name: 'lotline:leaflet-parts',
  transform: {
    filter: { id: /[\\/]leaflet-src\.esm\.js$/ },
    handler(code) {
      let kept = code
      const change = (what, by) => {
        const before = kept
        kept = kept.replace(what, by)
        if (kept === before) throw new Error(`Leaflet has changed (${what}): see astro.config.mjs.`)
      }
      const PURE = '/*@__PURE__*/ $&'
      change(/(?<=^var \w+ = )\w+\.extend\(/gm, PURE)
      change(/^(?:Layer|Marker|Circle|CircleMarker|Polyline|Polygon|LayerGroup)\.include\(/gm, PURE)
      change(/^Map\.include\(\{\s+(?:\/\/.*\s+)*(?:_initOverlay|openPopup|openTooltip)/gm, PURE)
      change(/^Map\.addInitHook\((?:function|'addHandler', '(?:boxZoom|doubleClickZoom|keyboard|tapHold)')/gm, PURE)
      change(/^(?:Map|GeoJSON|Icon|[Cc]ontrol)\.(?!Scale|extend)\w+ = \w+;/gm, '')
      change('(this.options.preferCanvas && canvas(options)) || svg(options)', 'svg(options)')
      return kept
    },
  },
}

/** The same pages as a server build, from which single ones are rendered (src/release/renderer/). */
const RENDERER = process.env.LOTLINE_OUTPUT === 'server'
const rendererAdapter = {
  name: 'lotline:renderer',
  hooks: {
    'astro:config:done': ({ setAdapter }) =>
      setAdapter({
        name: 'lotline:renderer',
        entrypointResolution: 'auto',
        serverEntrypoint: new URL('src/release/renderer/entry.ts', import.meta.url),
        supportedAstroFeatures: { serverOutput: 'stable', sharpImageService: 'stable' },
      }),
  },
}

/** The site is plain files. `npm run build` sets the output folder and the address of the site (src/release/pages/). */
export default defineConfig({
  // The server build takes the site's URL from each request.
  ...(RENDERER
    ? { output: 'server', adapter: rendererAdapter }
    : { output: 'static', site: process.env.SITE_URL ?? 'http://localhost:4321' }),
  outDir: process.env.LOTLINE_OUT ?? './dist',
  trailingSlash: 'always',
  // Measured: 16 takes 0.62 of the time of the default 1.
  build: { concurrency: 16, format: 'directory', inlineStylesheets: 'never' },
  compressHTML: true,
  devToolbar: { enabled: false },
  // Components without a client directive are markup only. Rendered at once, not streamed: streams put scripts of React's into pages.
  integrations: [react({ experimentalDisableStreaming: true }), picturesFirst],
  vite: {
    plugins: [societySettings, idsOfIslands, noUppyThumbnails, leafletParts],
    // Its other build is one big function, of which nothing can be left out.
    resolve: { alias: [{ find: /^leaflet$/, replacement: 'leaflet/dist/leaflet-src.esm.js' }] },
    // Small scripts and pictures stay files: an inline one would need a hole in the Content-Security-Policy.
    build: { assetsInlineLimit: 0 },
    environments: {
      client: {
        build: {
          rolldownOptions: {
            output: {
              codeSplitting: { groups: chunkGroups },
            },
          },
        },
      },
    },
    // Bundles of their own (`?worker&url`) are modules here, asked for by `import()`: they may bring further parts later.
    worker: { format: 'es' },
    server: { fs: { strict: true } },
  },
})
