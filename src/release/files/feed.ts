import type { Item } from '#contract/item.ts'
import { ADDRESS, itemAddress } from '#rules/addresses/page-addresses.ts'
import { itemDisplayDate } from '#rules/dates/display-dates.ts'
import { itemHeading, shorten } from '#rules/names/record-names.ts'
import { scanJpegUrl } from '#rules/media/pictures.ts'
import type { Archive } from '#snapshot/archive.ts'
import { society } from '#society'
import { XML, escapeMarkup } from './xml.ts'

const FEED_LENGTH = 50
/** For servers without publication dates: `updated` is required (RFC 4287 §4.1.1). */
const UNKNOWN = '1970-01-01T00:00:00Z'

const publishedAt = (item: Item) => item.published_at ?? item.updated_at ?? UNKNOWN
const changedAt = (item: Item) => item.updated_at ?? publishedAt(item)

/** The newest published items as an Atom feed (RFC 4287). */
export function feed(archive: Archive, site: string): string {
  const absolute = (address: string) => new URL(address, site).href
  const newest = archive.lists.items
    // Each day is read once, not at every comparison.
    .map((item) => ({ item, at: Date.parse(publishedAt(item)) }))
    .sort((a, b) => b.at - a.at || b.item.id - a.item.id)
    .slice(0, FEED_LENGTH)
    .map(({ item }) => item)
  const updated = newest
    .map(changedAt)
    .reduce((late, each) => (Date.parse(each) > Date.parse(late) ? each : late), UNKNOWN)
  const entry = (item: Item) => {
    const address = absolute(itemAddress(item.id))
    const scan = item.item_scans[0]
    const picture = scan && absolute(scanJpegUrl(archive.meta.apiBase, scan.id, scan.version, 640))
    const text = shorten(item.general_description, 500)
    const html = `${picture ? `<p><img src="${escapeMarkup(picture)}" alt=""></p>` : ''}<p>${escapeMarkup(text)}</p>`
    return `  <entry>
    <id>${escapeMarkup(address)}</id>
    <title>${escapeMarkup(itemHeading(item, itemDisplayDate(item)?.text ?? ''))}</title>
    <link href="${escapeMarkup(address)}"/>
    <published>${publishedAt(item)}</published>
    <updated>${changedAt(item)}</updated>
    <content type="html">${escapeMarkup(html)}</content>
  </entry>
`
  }
  return `${XML}<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${society.language}">
  <id>${escapeMarkup(absolute(ADDRESS.map))}</id>
  <title>${escapeMarkup(`${society.siteName}: new items`)}</title>
  <link href="${escapeMarkup(absolute(ADDRESS.map))}"/>
  <link rel="self" type="application/atom+xml" href="${escapeMarkup(absolute(ADDRESS.feed))}"/>
  <updated>${updated}</updated>
  <author><name>${escapeMarkup(society.name)}</name></author>
${newest.map(entry).join('')}</feed>
`
}
