import { posix } from 'node:path'
import { basename } from 'node:path/posix'
import { type InputOptions, type OutputOptions, rolldown } from 'rolldown'
import { escapeMarkup, unescapeMarkup } from '#rules/markup/xml.ts'
import { copyAddress, type CopyShape, partsOf } from './addresses.ts'
import { CopyRefused } from './copy-errors.ts'

/** The module that Astro awaits before islands (islands/before-hydration.ts); the copy has its own (runtime/copy.ts), as no other module may wait while it loads. */
const BEFORE_ISLANDS = /before-hydration/

/**
 * A module of the site as a classic script, which a page from a disk may load: CommonJS in a function that the runtime calls once all that it imports is there.
 * @param path on the site, `/_astro/app.A1B2.js` @throws {CopyRefused} for a module that waits while it loads
 */
export async function wrapModule(path: string, source: string): Promise<string> {
  if (BEFORE_ISLANDS.test(path)) return define(path, [], '__beforeIslands(__import)')
  try {
    const plugin = { name: 'of-a-copy', resolveId: (id: string) => id, load: () => forCopy(source) }
    const code = await bundleScript(
      { input: path, treeshake: false, external: (id) => id !== path, plugins: [plugin] },
      { format: 'cjs', exports: 'named', externalLiveBindings: true },
    )
    const imports = [...code.matchAll(/\brequire\(["'`]([^"'`]+)["'`]\)/g)].map(([, name]) => name!)
    return define(path, [...new Set(imports)], code)
  } catch (error) {
    throw new CopyRefused(
      `The script ${basename(path)} can't be part of a copy: ${(error as Error).message.split('\n')[0]}`,
    )
  }
}

export async function bundleScript(input: InputOptions, output: OutputOptions): Promise<string> {
  await using bundle = await rolldown({ platform: 'browser', logLevel: 'silent', ...input })
  return (await bundle.generate({ ...output, minify: true })).output[0].code
}

/** What CommonJS and a page from a disk do not have. Preloading needs CORS. */
const forCopy = (source: string) =>
  source
    .replaceAll(/\bimport\(/g, '__import(')
    .replaceAll('import.meta.url', '__url')
    .replaceAll('import.meta.resolve', 'undefined')
    .replaceAll(/(["'`])modulepreload\1/g, '$1no-preload$1')
    .replaceAll(/\blocation\.assign\(/g, '__assign(')

/** Pagefind's worker could not be loaded; without one it searches in the page. */
const define = (path: string, imports: readonly string[], code: string) =>
  `__define(${JSON.stringify(path)},${JSON.stringify(imports)},function(require,module,exports,__import,__url,Worker){${code}\n})`

/** Inserted into every page. */
export interface CopyNote {
  shape: CopyShape
  /** "26 November 2026" */
  day: string
}

const isOfSite = (address: string) => /^\/(?!\/)/.test(address)

/**
 * A page of the site as one that opens from a disk: addresses are relative, scripts are classic ones (copy.js), and what a copy has no use for is gone.
 * @param file its path in the copy @param onReference called with each file of the copy that it names, with its hash
 */
export function rewritePage(
  html: string,
  file: string,
  { shape, day }: CopyNote,
  onReference: (file: string) => void,
): string {
  const up = '../'.repeat(file.split('/').length - 1)
  function local(address: string): string {
    const copied = copyAddress(address, shape)
    if (/^https?:/.test(copied)) return copied
    onReference(copied.replace(/\?[^#]*/, ''))
    return up + copied
  }
  const attribute = (_: string, name: string, address: string) =>
    ` ${name}="${escapeMarkup(local(unescapeMarkup(address)))}"`
  const set = (_: string, name: string, candidates: string) => {
    const list = new Map(
      unescapeMarkup(candidates)
        .split(/,\s+/)
        .map((each) => {
          const [address = '', size = ''] = each.trim().split(/\s+/)
          return [isOfSite(address) ? local(address) : address, size] as const
        }),
    )
    return ` ${name}="${escapeMarkup([...list].map((each) => each.join(' ')).join(', '))}"`
  }
  const markup = (part: string) =>
    part
      .replaceAll(/<link rel="(?:preload|modulepreload|alternate)"[^>]*>|<source type="image\/avif"[^>]*>/g, '')
      // Of a large picture one list is left, of WebP and the largest JPEG.
      .replaceAll('<source type="image/webp"', '<source')
      .replaceAll(/(<img src="\/media\/[^"]*") srcset="[^"]*\.jpg[^"]*"/gi, '$1')
      .replaceAll(/\s(href|src|action|poster)="(\/(?!\/)[^"]*)"/g, attribute)
      .replaceAll(/\s(srcset)="([^"]*)"/gi, set)
      // Of records that became part of others.
      .replaceAll(
        / content="0; url=(\/[^"]*)"/g,
        (_, address: string) => ` content="0; url=${escapeMarkup(local(unescapeMarkup(address)))}"`,
      )
      .replaceAll(' download="', ' target="_blank" download="')
  const { live, digits } = shape
  const note = `Copy of the archive of ${day}`
  const address = escapeMarkup(`${live}/`)
  // Without SITE_URL there is no address at which others find the living archive.
  const isFound = !live.startsWith('http://localhost')
  const mark = isFound ? `<a class="login meta" href="${address}">${note}</a>` : `<p class="login meta">${note}</p>`
  const living = isFound ? ` The living archive: <a href="${address}">${address}</a>` : ''
  const runtime = `<script src="${up}copy.js" data-live="${escapeMarkup(live)}" data-digits="${digits}"></script>`
  return html
    .split(/(<script[\s>][\s\S]*?<\/script>|<style[\s>][\s\S]*?<\/style>)/)
    .map((part, index) => {
      if (index % 2 === 0) return markup(part)
      return part.includes('application/ld+json') ? part : part.replaceAll(/\bimport\(/g, '__import(')
    })
    .join('')
    .replace('<html ', '<html data-edition="copy" ')
    .replace('<meta charset="utf-8">', (charset) => charset + runtime)
    .replace(/<a class="button login"[^>]*>[^<]*<\/a>/, () => mark)
    .replace('<p class="licence">', (licence) => `<p>${note}.${living}</p>${licence}`)
}

/** Addresses in a style sheet, relative to it. */
export const rewriteStyles = (css: string, file: string): string =>
  css.replaceAll(
    /url\((["']?)\/(?!\/)([^)"']+)/g,
    (_, quote: string, path: string) => `url(${quote}${posix.relative(posix.dirname(file), partsOf(path).path)}`,
  )
