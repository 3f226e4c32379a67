import type { Item } from '#contract/item.ts'
import * as at from '#rules/addresses.ts'
import { itemTools, recordingOf, type ItemTools, type Recording } from '#rules/item-tools.ts'
import { edtfSpan, shownDate } from '#rules/life-spans.ts'
import { itemHeading, itemTitle, pictureAlt, shorten, typeName } from '#rules/names.ts'
import { largePicture, scanCall, type Picture } from '#rules/pictures.ts'
import { itemRecord, type RecordRow } from '#rules/records.ts'
import { joinSentences } from '#rules/sentences.ts'
import type { Archive } from '../types.ts'
import { relatedTo, type Related } from './item-related.ts'
import type { Link, PageView } from './views.ts'
import { collectionTrail } from './trails.ts'

/** CSS pixels that the first picture and the further ones may take. */
const FIRST_BOX = { width: 1080, height: 720 }
const FURTHER_BOX = { width: 524, height: 560 }

export interface ItemPage extends PageView {
  type: Item['type']
  typeName: string
  heading: string
  date: ReturnType<typeof shownDate>
  /** EDTF, empty when undated. */
  edtf: string
  pictures: (Picture & { alt: string })[]
  recording: Recording | null
  tools: ItemTools
  record: RecordRow[]
  place: Link | null
  creators: string[]
  identifier: string
  related: Related[]
}

/** Spec §2 "Item presentation". Undefined for an id that is not in the archive. */
export function itemPage(archive: Archive, id: number): ItemPage | undefined {
  const item = archive.item(id)
  if (!item) return undefined
  const title = itemTitle(item)
  const date = shownDate(item)
  const pictures = item.item_scans.map((scan, index) => ({
    ...largePicture(scanCall(archive.meta.apiBase, scan.id), scan, index === 0 ? FIRST_BOX : FURTHER_BOX),
    alt: pictureAlt(title, index, item.item_scans.length),
  }))
  const first = pictures[0]
  const address = at.itemAddress(id)
  const about = [typeName(item.type), date?.text, item.location?.name].filter(Boolean).join(', ')
  const record = itemRecord(item, (kind, named) => archive[kind](named) !== undefined)
  const names = (term: string) => record.find((row) => row.term === term)?.values.map((value) => value.text) ?? []
  return {
    address,
    title: shorten(title, 110),
    description: shorten(joinSentences(item.general_description || title, `${about}.`), 200),
    picture: first ? { src: first.src, width: first.width, height: first.height, alt: first.alt } : null,
    trail: [...collectionTrail(archive, item.collection?.id ?? null), { href: address, text: shorten(title, 80) }],
    type: item.type,
    typeName: typeName(item.type),
    heading: itemHeading(item, date?.text ?? ''),
    date,
    edtf: edtfSpan(item.date_start, item.date_end),
    pictures,
    recording: recordingOf(item),
    tools: itemTools(item, (scan) => scanCall(archive.meta.apiBase, scan)),
    record,
    place: item.location ? { href: at.zoneAddress(item.location.id), text: item.location.name } : null,
    creators: names('Creator'),
    identifier: item.archival_identifier,
    related: relatedTo(archive, item),
  }
}
