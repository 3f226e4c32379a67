import type { Item } from '#contract/item.ts'
import { ADDRESS, itemAddress } from '#rules/addresses.ts'
import { shownDate } from '#rules/life-spans.ts'
import { itemHeading, shorten } from '#rules/names.ts'
import { scanCall } from '#rules/pictures.ts'
import type { Archive } from '#snapshot/types.ts'
import { society } from '#society'
import { XML, xmlText } from './xml.ts'

/** As many entries as a feed reader shows without being slow. */
export const FEED_LENGTH = 50
/** A moment for archives whose server does not say when it published anything: the feed must have one (RFC 4287 §4.1.1). */
const UNKNOWN = '1970-01-01T00:00:00Z'

const publishedAt = (item: Item) => item.published_at ?? item.updated_at ?? UNKNOWN
const changedAt = (item: Item) => item.updated_at ?? publishedAt(item)

/** The newest published items as an Atom feed (RFC 4287). */
export function feed(archive: Archive, site: string): string {
  const absolute = (address: string) => new URL(address, site).href
  const newest = [...archive.lists.items]
    .sort((a, b) => Date.parse(publishedAt(b)) - Date.parse(publishedAt(a)) || b.id - a.id)
    .slice(0, FEED_LENGTH)
  const updated = newest
    .map(changedAt)
    .reduce((late, each) => (Date.parse(each) > Date.parse(late) ? each : late), UNKNOWN)
  const entry = (item: Item) => {
    const address = absolute(itemAddress(item.id))
    const scan = item.item_scans[0]
    const picture =
      scan && absolute(`${scanCall(archive.meta.apiBase, scan.id)}?width=640&format=jpeg&v=${scan.version}`)
    const text = shorten(item.general_description, 500)
    const html = `${picture ? `<p><img src="${xmlText(picture)}" alt=""></p>` : ''}<p>${xmlText(text)}</p>`
    return `  <entry>
    <id>${xmlText(address)}</id>
    <title>${xmlText(itemHeading(item, shownDate(item)?.text ?? ''))}</title>
    <link href="${xmlText(address)}"/>
    <published>${publishedAt(item)}</published>
    <updated>${changedAt(item)}</updated>
    <content type="html">${xmlText(html)}</content>
  </entry>
`
  }
  return `${XML}<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${society.language}">
  <id>${xmlText(absolute(ADDRESS.map))}</id>
  <title>${xmlText(`${society.siteName}: new items`)}</title>
  <link href="${xmlText(absolute(ADDRESS.map))}"/>
  <link rel="self" type="application/atom+xml" href="${xmlText(absolute(ADDRESS.feed))}"/>
  <updated>${updated}</updated>
  <author><name>${xmlText(society.name)}</name></author>
${newest.map(entry).join('')}</feed>
`
}
