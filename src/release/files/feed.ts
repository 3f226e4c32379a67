import type { Item } from '#contract/item.ts'
import type { Story } from '#contract/story.ts'
import { ADDRESS, itemAddress, storyAddress } from '#rules/addresses/page-addresses.ts'
import { itemDisplayDate } from '#rules/dates/display-dates.ts'
import { isLicence, rightsOf, type Rights } from '#rules/citations/rights.ts'
import { itemHeading, shorten } from '#rules/names/record-names.ts'
import { scanJpeg, scanSource } from '#rules/media/pictures.ts'
import type { Archive } from '#snapshot/archive.ts'
import { society } from '#society'
import { XML, escapeMarkup } from '#rules/markup/xml.ts'

const FEED_LENGTH = 50
/** For servers without publication dates: `updated` is required (RFC 4287 §4.1.1). */
const UNKNOWN = '1970-01-01T00:00:00Z'

type Dated = Partial<Pick<Item | Story, 'published_at' | 'updated_at'>>
const publishedAt = (record: Dated) => record.published_at ?? record.updated_at ?? UNKNOWN
const changedAt = (record: Dated) => record.updated_at ?? publishedAt(record)

/** What may be done with an item (RFC 4287 §4.2.10), and its licence as a link (RFC 4946). */
const rightsLines = ({ uri, text, holder, credit }: Rights) =>
  `    <rights>${escapeMarkup([text, holder, credit].filter(Boolean).join('. '))}</rights>\n` +
  (isLicence(uri) ? `    <link rel="license" href="${uri}"/>\n` : '')

function ofItem(item: Item, pictures: string) {
  const scan = item.item_scans[0]
  return {
    address: itemAddress(item.id),
    title: itemHeading(item, itemDisplayDate(item)?.text ?? ''),
    text: item.general_description,
    alt: scan?.alt ?? '',
    picture: scan ? scanJpeg(scanSource(pictures, scan.id), scan, 640) : '',
    record: item as Dated,
    rights: rightsLines(rightsOf(item)),
  }
}
type Entry = ReturnType<typeof ofItem>
const ofStory = (story: Story): Entry => ({
  ...{
    address: storyAddress(story.id),
    title: story.title,
    text: story.lead,
    picture: '',
    alt: '',
    record: story,
    rights: '',
  },
})

/** The newest published items and stories as an Atom feed (RFC 4287). */
export function feed({ lists, meta }: Archive, site: string): string {
  const absolute = (address: string) => new URL(address, site).href
  const dated = [
    ...lists.items.map((item) => ({ at: publishedAt(item), id: item.id, entry: () => ofItem(item, meta.pictures) })),
    ...lists.stories.map((story) => ({ at: publishedAt(story), id: story.id, entry: () => ofStory(story) })),
  ]
  const newest = dated
    // Each day is read once, not at every comparison.
    .map((each) => ({ ...each, at: Date.parse(each.at) }))
    .sort((a, b) => b.at - a.at || b.id - a.id)
    .slice(0, FEED_LENGTH)
    .map(({ entry }) => entry())
  const updated = newest
    .map(({ record }) => changedAt(record))
    .reduce((late, each) => (Date.parse(each) > Date.parse(late) ? each : late), UNKNOWN)
  const write = ({ address, title, text, picture, alt, record, rights }: Entry) => {
    const url = escapeMarkup(absolute(address))
    const image = picture && `<p><img src="${escapeMarkup(absolute(picture))}" alt="${escapeMarkup(alt)}"></p>`
    const html = `${image}<p>${escapeMarkup(shorten(text, 500))}</p>`
    return `  <entry>
    <id>${url}</id>
    <title>${escapeMarkup(title)}</title>
    <link href="${url}"/>
    <published>${publishedAt(record)}</published>
    <updated>${changedAt(record)}</updated>
${rights}    <content type="html">${escapeMarkup(html)}</content>
  </entry>
`
  }
  return `${XML}<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${society.language}">
  <id>${escapeMarkup(absolute(ADDRESS.map))}</id>
  <title>${escapeMarkup(`${society.siteName}: what’s new`)}</title>
  <link href="${escapeMarkup(absolute(ADDRESS.map))}"/>
  <link rel="self" type="application/atom+xml" href="${escapeMarkup(absolute(ADDRESS.feed))}"/>
  <updated>${updated}</updated>
  <author><name>${escapeMarkup(society.name)}</name></author>
${newest.map(write).join('')}</feed>
`
}
