import type { Item } from '#contract/item.ts'
import type { Story } from '#contract/story.ts'
import { ADDRESS, itemAddress, storyAddress } from '#rules/addresses/page-addresses.ts'
import { localContextsOf } from '#rules/citations/local-contexts.ts'
import { isLicence, type Rights, rightsOf } from '#rules/citations/rights.ts'
import { itemDisplayDate } from '#rules/dates/display-dates.ts'
import { escapeMarkup, XML } from '#rules/markup/xml.ts'
import { scanJpeg, scanSource } from '#rules/media/pictures.ts'
import { itemHeading, shorten } from '#rules/names/record-names.ts'
import type { Archive } from '#snapshot/archive.ts'
import { oEmbedFiles } from '#snapshot/pages/story-pages.ts'
import { society } from '#society'
import type { PageFacts } from '../pages/page-facts.ts'
import { collectionData, mapFiles, type Wanted } from './data-files.ts'
import { iiifDocuments } from './iiif/collection-manifest.ts'
import { mergedPages, redirectsFile } from './redirects.ts'
import { sitemaps } from './sitemap.ts'

const FEED_LENGTH = 50
/** For servers without publication dates: `updated` is required (RFC 4287 §4.1.1). */
const UNKNOWN = '1970-01-01T00:00:00Z'

type Dated = Partial<Pick<Item | Story, 'published_at' | 'updated_at'>>
const publishedAt = (record: Dated) => record.published_at ?? record.updated_at ?? UNKNOWN
const changedAt = (record: Dated) => record.updated_at ?? publishedAt(record)

/** What may be done with an item (RFC 4287 §4.2.10), and its licence as a link (RFC 4946). */
const rightsLines = ({ uri, text, holder, credit }: Rights, labels: readonly string[]) =>
  `    <rights>${escapeMarkup([text, holder, credit, ...labels].filter(Boolean).join('. '))}</rights>\n` +
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
    rights: rightsLines(rightsOf(item), localContextsOf(item)),
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

type ArchiveFile = [path: string, text: string]

/** Every file that is made from the archive and is no page, by its path on the site. One text at a time is in memory. */
export function* archiveFiles(
  archive: Archive,
  pages: readonly PageFacts[],
  site: string,
  isWanted: (path: string) => boolean = () => true,
): Generator<ArchiveFile> {
  const wanted: Wanted = (address) => isWanted(address.replace(/^\//, ''))
  for (const [address, content] of contents(archive, pages, site, wanted))
    yield [address.replace(/^\//, ''), typeof content === 'string' ? content : JSON.stringify(content)]
}

function* contents(
  archive: Archive,
  pages: readonly PageFacts[],
  site: string,
  wanted: Wanted,
): Generator<[address: string, content: string | object]> {
  yield* sitemaps(pages, archive, site)
  yield ['feed.xml', feed(archive, site)]
  yield* mapFiles(archive, wanted)
  yield* iiifDocuments(archive, site, wanted)
  yield* collectionData(archive, wanted)
  yield* oEmbedFiles(archive, site)
  yield* mergedPages(archive, site)
  yield ['_redirects', redirectsFile(archive.meta.oldAddresses)]
}
