import { posix } from 'node:path'
import { escapeMarkup, unescapeMarkup } from '#rules/markup/xml.ts'
import { copyAddress, partsOf, type CopyShape } from './addresses.ts'

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
