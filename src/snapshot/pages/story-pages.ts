import type { Story } from '#contract/story.ts'
import * as at from '#rules/addresses/page-addresses.ts'
import { drawPlacesMap, type PlacesMap, type ZoneMap } from '#rules/map/zone-map.ts'
import { mapThumbnail } from '#rules/map/map-thumbnail.ts'
import { largePicture, scanSource, smallPicture, type AltPicture, type Picture } from '#rules/media/pictures.ts'
import { societyDay } from '#rules/dates/society-day.ts'
import { itemDisplayDate } from '#rules/dates/display-dates.ts'
import { itemTitle, shorten } from '#rules/names/record-names.ts'
import { storyBlocks, withIds, type StoryBlock } from '#rules/stories/story-blocks.ts'
import { STORY_FRAME, storyFrame } from '#rules/stories/story-frame.ts'
import { readLanes, yearReading } from '#views/year-reading.ts'
import { zoneYears } from '#views/zone-years.ts'
import { memoizePerArchive, type Archive } from '../archive.ts'
import { htmlOfMarkdown } from '../markdown.ts'
import { firstPicture, mapLayersOf, recordPage, type Pages, type PageView } from './page-view.ts'
import { society } from '#society'
import { personPage } from './person-page.ts'
import { outlinesOf, zoneOverview } from './zone-page.ts'

/** What a story shows between its texts: a record or an old map with its caption. */
export interface StoryFigure {
  href: string
  /** The name of the record. */
  name: string
  /** Beside the name: a date, a life span, what stood there in the year. */
  note: string
  caption: string
  picture: AltPicture | null
  /** Of an old map: the address of a tile. */
  tile?: string | undefined
  map: ZoneMap | null
  place?: number
  /** Of the first figure of a place, to which the map leads. */
  anchor?: string
}
export type StoryPart = { html: string } | StoryFigure

export interface StoryPage extends PageView {
  id: number
  heading: string
  lead: string
  parts: StoryPart[]
  map: PlacesMap | null
  changed: string | undefined
}
/** A story in their list, and in a frame on another website. */
export interface StoryEntry {
  href: string
  title: string
  lead: string
  cover: Picture | null
}
export interface StoryIndex extends PageView {
  stories: StoryEntry[]
}
export type StoryCard = PageView & { card: StoryEntry }

/** Maximum CSS pixels of a picture in a story. */
const PICTURE_BOX = { width: 720, height: 560 }
const COVER_BOX = { width: 320, height: 240 }

type StoryView = StoryPage | StoryIndex | StoryCard
/** The list of stories, each story, and its card for other websites. */
export const storyPages = memoizePerArchive(
  'story pages',
  (archive: Archive): Pages<StoryView> =>
    new Map<string, () => StoryView>([
      [at.ADDRESS.stories, () => storyIndex(archive)],
      ...archive.lists.stories.flatMap(({ id }): [string, () => StoryView][] => [
        [at.storyAddress(id), () => storyPage(archive, id)!],
        [at.storyCardAddress(id), () => storyCard(archive, id)!],
      ]),
    ]),
)

/** What other websites ask for when they show a link to a story (oEmbed 1.0); by its path on the site. */
export function* oEmbedFiles({ lists }: Archive, site: string): Generator<[address: string, content: object]> {
  for (const { id, title } of lists.stories) {
    const about = { version: '1.0', type: 'rich', title, provider_name: society.siteName, provider_url: site }
    yield [oEmbedAddress(id), { ...about, ...STORY_FRAME, html: storyFrame({ id, title }, site) }]
  }
}
export const oEmbedAddress = (id: number) => `${at.storyAddress(id)}oembed.json`

export function storyPage(archive: Archive, id: number): StoryPage | undefined {
  const story = archive.story(id)
  if (!story) return undefined
  const blocks = blocksOf(archive, story)
  const places = blocks.flatMap((block) => (block.kind === 'place' ? block.id : []))
  const { list, find } = outlinesOf(archive)
  const shown = [...new Set(places)].flatMap((pk) => find(pk) ?? [])
  return {
    ...aboutStory(archive, story),
    id,
    heading: story.title,
    lead: story.lead,
    parts: blocks.flatMap((block, index) => {
      const part = partOf(archive, block)
      const isSame = (other: StoryBlock) => other.kind === 'place' && block.kind === 'place' && other.id === block.id
      const isFirst = blocks.findIndex(isSame) === index
      return part ? { ...part, ...(isFirst && block.kind === 'place' && { anchor: `place-${block.id}` }) } : []
    }),
    map: drawPlacesMap(shown, list),
    changed: societyDay(story.updated_at),
  }
}

function storyCard(archive: Archive, id: number): StoryCard | undefined {
  const story = archive.story(id)
  return story && { ...aboutStory(archive, story), address: at.storyCardAddress(id), card: entryOf(archive, story) }
}

function storyIndex(archive: Archive): StoryIndex {
  return {
    address: at.ADDRESS.stories,
    title: 'Stories',
    description: 'Stories told across the pictures, places, people and maps of the archive.',
    picture: null,
    trail: [{ href: at.ADDRESS.stories, text: 'Stories' }],
    stories: archive.lists.stories.map((story) => entryOf(archive, story)),
  }
}

function entryOf(archive: Archive, story: Story): StoryEntry {
  const [scan] = itemsOf(archive, story).flatMap(({ item_scans }) => item_scans)
  const cover = scan ? smallPicture(scanSource(archive.meta.pictures, scan.id), scan, COVER_BOX) : null
  return { href: at.storyAddress(story.id), title: story.title, lead: story.lead, cover }
}

const itemsOf = (archive: Archive, story: Story) =>
  blocksOf(archive, story).flatMap((block) => (block.kind === 'item' ? (archive.item(block.id) ?? []) : []))

/** The blocks of a story, which may name records by ids of before a merge. */
function blocksOf({ meta }: Archive, { text }: Story): StoryBlock[] {
  const survivor = (kind: string, id: number) =>
    meta.merged?.find((each) => each.kind === kind && each.id === id)?.into ?? id
  return storyBlocks(withIds(text, survivor)).blocks
}

function aboutStory(archive: Archive, story: Story): PageView {
  const { id, title, lead } = story
  const index = { href: at.ADDRESS.stories, text: 'Stories' }
  return {
    ...recordPage(index, at.storyAddress(id), lead || title, title),
    picture: firstPicture(archive, itemsOf(archive, story)),
  }
}

type Bare = Omit<StoryFigure, 'href' | 'name'>
/** Undefined for what is not published, or not any more: the text reads without it. */
function partOf(archive: Archive, block: StoryBlock): StoryPart | undefined {
  if (block.kind === 'text') return { html: htmlOfMarkdown(block.text) }
  const { caption } = block
  const bare: Bare = { note: '', caption, picture: null, map: null }
  if (block.kind === 'map') return mapFigure(archive, block.layer, bare)
  if (block.kind === 'item') {
    const item = archive.item(block.id)
    const scan = item?.item_scans[0]
    const picture = scan && largePicture(scanSource(archive.meta.pictures, scan.id), scan, PICTURE_BOX)
    return (
      item && {
        ...bare,
        href: at.itemAddress(item.id),
        name: itemTitle(item),
        note: itemDisplayDate(item)?.text ?? '',
        picture: picture
          ? { ...picture, alt: item.item_scans[0]?.alt || caption || shorten(itemTitle(item), 200) }
          : null,
      }
    )
  }
  if (block.kind === 'person') {
    const person = personPage(archive, block.id)
    return person && { ...bare, href: person.address, name: person.name, note: person.years, picture: person.portrait }
  }
  const zone = zoneOverview(archive, block.id)
  const years = zone && block.year !== null && zoneYears(zone)
  const note = years ? yearReading(block.year!, readLanes(years)) : (zone?.streetAddress ?? '')
  return zone && { ...bare, href: at.zoneAddress(zone.pk), name: zone.name, note, map: zone.map, place: zone.pk }
}

function mapFigure(archive: Archive, id: string, bare: Bare): StoryFigure | undefined {
  const map = mapLayersOf(archive.meta).overlays.find((each) => each.id === id)
  const tiles = map && archive.meta.overlays.find(({ layer }) => layer === map.layer)
  return (
    map && {
      ...bare,
      href: `${at.ADDRESS.map}?maps=${map.id}`,
      name: map.title,
      note: String(map.year),
      tile: tiles && mapThumbnail(archive.meta.pictures, tiles),
    }
  )
}
