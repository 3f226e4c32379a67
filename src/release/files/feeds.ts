import type { Item } from '#contract/item.ts'
import type { Story } from '#contract/story.ts'
import { ADDRESS, ANNIVERSARIES, itemAddress, storyAddress } from '#rules/addresses/page-addresses.ts'
import { localContextsOf } from '#rules/citations/local-contexts.ts'
import { isLicence, type Rights, rightsOf } from '#rules/citations/rights.ts'
import { itemDisplayDate } from '#rules/dates/display-dates.ts'
import { societyDay } from '#rules/dates/society-day.ts'
import { escapeMarkup, XML } from '#rules/markup/xml.ts'
import { scanJpeg, scanSource } from '#rules/media/pictures.ts'
import { itemHeading, shorten } from '#rules/names/record-names.ts'
import { dateParts, joinDate } from '#rules/dates/partial-dates.ts'
import type { Archive } from '#snapshot/archive.ts'
import { beginsIn, itemsOfYear } from '#snapshot/pages/browse/known-years.ts'
import { eventOf, type Moment, momentsByYear } from '#snapshot/pages/browse/moments.ts'
import { society } from '#society'

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

const times = (record: Dated) => ({ published: publishedAt(record), updated: changedAt(record) })

function ofItem(item: Item, pictures: string): Entry {
  const scan = item.item_scans[0]
  return {
    address: itemAddress(item.id),
    title: itemHeading(item, itemDisplayDate(item)?.text ?? ''),
    text: item.general_description,
    ...(scan && { picture: { src: scanJpeg(scanSource(pictures, scan.id), scan, 640), alt: scan.alt ?? '' } }),
    ...times(item),
    rights: rightsLines(rightsOf(item), localContextsOf(item)),
  }
}
const ofStory = (story: Story): Entry => ({
  ...{ address: storyAddress(story.id), title: story.title, text: story.lead },
  ...times(story),
})

interface Entry {
  address: string
  /** What follows the address in its id, which no other entry may have. */
  part?: string
  title: string
  text: string
  picture?: { src: string; alt: string }
  /** ISO 8601. */
  published: string
  updated: string
  rights?: string
}

/** An Atom feed (RFC 4287) at an address; `about` is the page that it is of. */
function atomFeed(feed: { address: string; about: string; title: string; entries: readonly Entry[] }, site: string) {
  const absolute = (address: string) => escapeMarkup(new URL(address, site).href)
  const updated = feed.entries.reduce(
    (late, each) => (Date.parse(each.updated) > Date.parse(late) ? each.updated : late),
    UNKNOWN,
  )
  const write = ({ address, part = '', title, text, picture, rights = '', ...entry }: Entry) => {
    const image = picture ? `<p><img src="${absolute(picture.src)}" alt="${escapeMarkup(picture.alt)}"></p>` : ''
    const html = `${image}<p>${escapeMarkup(shorten(text, 500))}</p>`
    return `  <entry>
    <id>${absolute(address + part)}</id>
    <title>${escapeMarkup(title)}</title>
    <link href="${absolute(address)}"/>
    <published>${entry.published}</published>
    <updated>${entry.updated}</updated>
${rights}    <content type="html">${escapeMarkup(html)}</content>
  </entry>
`
  }
  return `${XML}<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${society.language}">
  <id>${absolute(feed.about)}</id>
  <title>${escapeMarkup(`${society.siteName}: ${feed.title}`)}</title>
  <link href="${absolute(feed.about)}"/>
  <link rel="self" type="application/atom+xml" href="${absolute(feed.address)}"/>
  <updated>${updated}</updated>
  <author><name>${escapeMarkup(society.name)}</name></author>
${feed.entries.map(write).join('')}</feed>
`
}

/** The newest published items and stories. */
export function feed({ lists, meta }: Archive, site: string): string {
  const dated = [
    ...lists.items.map((item) => ({ at: publishedAt(item), id: item.id, entry: () => ofItem(item, meta.pictures) })),
    ...lists.stories.map((story) => ({ at: publishedAt(story), id: story.id, entry: () => ofStory(story) })),
  ]
  const entries = dated
    // Each day is read once, not at every comparison.
    .map((each) => ({ ...each, at: Date.parse(each.at) }))
    .sort((a, b) => b.at - a.at || b.id - a.id)
    .slice(0, FEED_LENGTH)
    .map(({ entry }) => entry())
  return atomFeed({ address: ADDRESS.feed, about: ADDRESS.map, title: 'what’s new', entries }, site)
}

/** Years ago, those first that are told first. */
const ROUND = [150, 100, 125, 50, 200, 175, 75, 25]

/** What happened a round number of years ago, newest anniversary first: what has a day comes on that day, the rest at the beginning of the year. */
export function anniversaries(archive: Archive, site: string, today = new Date().toISOString()): string {
  const day = Number(societyDay(today)!.replaceAll('-', ''))
  const thisYear = dateParts(day).year
  const entries = ROUND.flatMap((ago) => {
    const year = thisYear - ago
    const events = itemsOfYear(archive, year).filter((item) => beginsIn(item, year))
    const records = (momentsByYear(archive).get(year) ?? []).filter(({ kind }) => kind !== 'deed')
    return [...events.flatMap(eventOf), ...records].map((moment) => anniversary(moment, ago, thisYear))
  })
  const come = entries.filter(({ on }) => on <= day).sort((a, b) => b.on - a.on)
  const about = { address: ANNIVERSARIES, about: ADDRESS.decades, title: 'anniversaries' }
  return atomFeed({ ...about, entries: come.slice(0, FEED_LENGTH) }, site)
}

function anniversary(
  { kind, href, text, when, note, date }: Moment,
  ago: number,
  thisYear: number,
): Entry & { on: number } {
  const [month, day] = [dateParts(date).month || 1, dateParts(date).day || 1]
  const at = new Date(Date.UTC(thisYear, month - 1, day)).toISOString()
  return {
    address: href,
    // An organization may have opened and closed in such years.
    part: `#${kind}-${ago}-years-in-${thisYear}`,
    title: [`${ago} years ago: ${text}`, note].filter(Boolean).join(' '),
    text: [text, note && `${note},`, when].filter(Boolean).join(' '),
    ...{ published: at, updated: at, on: joinDate(thisYear, month, day) },
  }
}
