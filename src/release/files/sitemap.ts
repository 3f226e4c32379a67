import { societyDay } from '#rules/dates/society-day.ts'
import * as at from '#rules/addresses/page-addresses.ts'
import { itemsAbout } from '#snapshot/pages/browse/subject-pages.ts'
import type { Archive } from '#snapshot/archive.ts'
import type { PageFacts } from '../pages/page-facts.ts'
import { XML, escapeMarkup } from '#rules/markup/xml.ts'

/** URLs per sitemap (sitemaps.org, "Using Sitemap index files"). */
const SITEMAP_LIMIT = 50_000
/** Neither a URL nor markup changes anything in it. */
const PLAIN = /^(?:\/[\w-]+)*(?:\/|\.xml)$/
const NAMESPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'

/** All indexable pages but those of subjects without items, with the date of the last change if known. Texts by file name. */
export function sitemaps(
  pages: readonly PageFacts[],
  archive: Archive,
  site: string,
  limit = SITEMAP_LIMIT,
): Map<string, string> {
  const changed = changesOf(archive)
  const { origin } = new URL(site)
  // Nearly every address is plain, and there may be a million: reading one as a URL takes most of the time.
  const absolute = (address: string) =>
    PLAIN.test(address) ? origin + address : escapeMarkup(new URL(address, site).href)
  const { subjects } = archive.lists
  const empty = new Set(
    subjects.filter(({ id }) => itemsAbout(archive, id).length === 0).map(({ id }) => at.subjectAddress(id)),
  )
  const entries = pages
    .filter(({ address, unlisted }) => !unlisted && !empty.has(address) && !/^\/[45]\d\d\/$/.test(address))
    .map(({ address }) => {
      const day = changed.get(address)
      return `<url><loc>${absolute(address)}</loc>${day ? `<lastmod>${day}</lastmod>` : ''}</url>\n`
    })
  const set = (part: string[]) => `${XML}<urlset ${NAMESPACE}>\n${part.join('')}</urlset>\n`
  if (entries.length <= limit) return new Map([['sitemap.xml', set(entries)]])
  const parts = Array.from({ length: Math.ceil(entries.length / limit) }, (_, at) =>
    entries.slice(at * limit, (at + 1) * limit),
  )
  const files = new Map(parts.map((part, at) => [`sitemap-${at + 1}.xml`, set(part)]))
  const index = [...files.keys()].map((name) => `<sitemap><loc>${absolute(`/${name}`)}</loc></sitemap>\n`).join('')
  return files.set('sitemap.xml', `${XML}<sitemapindex ${NAMESPACE}>\n${index}</sitemapindex>\n`)
}

/** The day of the last change of each page that says one, by address. */
function changesOf({ lists }: Archive): Map<string, string> {
  const locations = lists.locations.map(({ properties }) => ({ id: properties.pk, ...properties }))
  const pages: [(id: number) => string, readonly { id: number; updated_at?: string | null | undefined }[]][] = [
    [at.itemAddress, lists.items],
    [at.personAddress, lists.people],
    [at.organizationAddress, lists.organizations],
    [at.zoneAddress, locations],
    [at.subjectAddress, lists.subjects],
    [at.collectionAddress, lists.collections],
    [at.storyAddress, lists.stories],
  ]
  const days = pages.flatMap(([address, rows]) =>
    rows.map((row) => [address(row.id), societyDay(row.updated_at) ?? ''] as const),
  )
  return new Map(days)
}

/** Crawlers may read everything except search results and the collection's filters, which have no end, and what catalogues harvest. */
export const robots = (site: string): string =>
  `User-agent: *\nDisallow: ${at.ADDRESS.search}\nDisallow: ${at.ADDRESS.collection}?\nDisallow: /oai\n\nSitemap: ${new URL('/sitemap.xml', site).href}\n`
