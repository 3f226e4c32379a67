import type { Edition } from '#client/edition.ts'
import type { ScanLink } from '#contract/scan.ts'
import { isLivePage } from '#rules/addresses/site-routing.ts'
import { fullSize, imageInformation, serviceSize } from '#rules/media/iiif-image.ts'
import { IMAGE_SERVICES } from '#rules/media/iiif-addresses.ts'
import { STATIC_SERVICES } from '#rules/media/site-media.ts'

/**
 * A page of our own server's site for a host of files. Of its large pictures WebP is left, and for browsers without it one JPEG: with AVIF and every JPEG there
 * would be twice as many files, and a first deployment would take three times as long.
 */
export const staticPage = (html: string, edition: Edition): string =>
  html
    .replace('<html ', `<html data-edition="${edition}" `)
    .replaceAll(/<source type="image\/avif"[^>]*>/g, '')
    .replaceAll(
      /<img src="\/media\/[^"]*" srcset="([^" ]*\.jpg\?[^" ]*) \d+w(?:, ([^" ]*) \d+w)?[^"]*"/gi,
      (_, first, second) => `<img src="${second ?? first}"`,
    )

/** A sitemap, or `_redirects`, without the lines of pages that are not there. */
export const withoutLivePages = (text: string): string =>
  text
    .split('\n')
    .filter((line) => {
      const [, address] = /^<url><loc>https?:\/\/[^/]*([^<]*)|\s(\/\S*) 200$/.exec(line)?.filter(Boolean) ?? []
      return address === undefined || !isLivePage(address)
    })
    .join('\n')

/** A manifest of our own server's site for a host without an API: image services are files of the site, and nothing refers to a record's data. */
export const staticManifest = (json: string, { api, site }: Record<'api' | 'site', string>): string =>
  json.replaceAll(`${api}${IMAGE_SERVICES}`, `${site}${STATIC_SERVICES}`).replace(/"seeAlso":\[[^\]]*\],/, '')

/** The image information of such a service (Image API 3 §5): level 0 with its largest JPEG. Undefined for a scan of another kind of server. */
export function staticInformation({ id, width, height, version }: ScanLink, site: string) {
  if (!width || !height || !version) return undefined
  const size = serviceSize({ width, height })
  const largest = fullSize({ width, height }, size)
  const service = `${STATIC_SERVICES}${id}/${version}`
  const { tiles: _, ...information } = imageInformation(`${site}${service}`, size, largest)
  const document = { ...information, sizes: [largest] }
  return { path: `${service.slice(1)}/info.json`, content: Buffer.from(JSON.stringify(document)) }
}
