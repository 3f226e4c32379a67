import type { Item } from '#contract/item.ts'
import * as at from '#rules/addresses/page-addresses.ts'
import { decadeOf } from '#rules/dates/partial-dates.ts'
import { edtfSpan } from '#rules/dates/display-dates.ts'
import {
  itemTitle,
  shorten,
  asSentence,
  joinSentences,
  organizationName,
  personName,
} from '#rules/names/record-names.ts'
import { itemTexts } from '#views/read-texts.ts'
import { itemView, type ItemView } from '#views/item.ts'
import { leavesOf, type Leaf } from '#views/reading-page.ts'
import type { Archive } from '../archive.ts'
import { placesIn, relatedItems, type Related } from './item-related.ts'
import { type PageView, collectionTrail, contextsOf, firstPicture } from './page-view.ts'

export interface ItemPage extends PageView, ItemView {
  type: Item['type']
  /** EDTF, empty when undated. */
  edtf: string
  place: at.Link | null
  creators: { '@type': 'Person' | 'Organization'; name: string }[]
  identifier: string
  related: Related[]
  leaves: Leaf[]
  /** The items before and after it in its collection, or else of its place. */
  previous: string | undefined
  next: string | undefined
}

export function itemPage(archive: Archive, id: number): ItemPage | undefined {
  const item = archive.item(id)
  if (!item) return undefined
  const view = itemView(
    { ...item, contexts: contextsOf(archive.meta) },
    {
      pictures: archive.meta.pictures,
      texts: itemTexts(item, archive.textsOf(id), archive.meta.pictures),
      hasPage: (kind, named) => archive[kind](named) !== undefined,
    },
  )
  const [title, maker] = [itemTitle(item), item.creator_organization]
  const decade = decadeOf(item)
  const address = at.itemAddress(id)
  const about = [view.typeName, view.date?.text, item.location?.name].filter(Boolean).join(', ')
  return {
    ...view,
    decade: decade === null ? undefined : at.decadeAddress(decade),
    address,
    title: shorten(title, 110),
    description: shorten(joinSentences(item.general_description || title, asSentence(about)), 200),
    picture: firstPicture(archive, [item], view.pictures[0]?.alt),
    trail: [...collectionTrail(archive, item.collection?.id ?? null), { href: address, text: shorten(title, 80) }],
    type: item.type,
    edtf: edtfSpan(item),
    place: item.location ? { href: at.zoneAddress(item.location.id), text: item.location.name } : null,
    creators: [
      ...(item.creator ? [{ '@type': 'Person' as const, name: personName(item.creator) }] : []),
      ...(maker ? [{ '@type': 'Organization' as const, name: organizationName(maker) }] : []),
    ],
    identifier: item.archival_identifier,
    related: relatedItems(archive, item),
    leaves: leavesOf(item, archive.meta.pictures),
    ...neighboursOf(archive, item),
  }
}

function neighboursOf(archive: Archive, { id, collection, location }: Item): Pick<ItemPage, 'previous' | 'next'> {
  const ofPlace = location ? archive.itemsOfLocation(location.id) : []
  const list = collection ? archive.itemsOfCollection(collection.id) : ofPlace
  const here = placesIn(list).get(id) ?? NaN
  const address = (item: Item | undefined) => item && at.itemAddress(item.id)
  return { previous: address(list[here - 1]), next: address(list[here + 1]) }
}
