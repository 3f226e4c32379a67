import type { Item } from '#contract/item.ts'
import { organizationAddress, personAddress, zoneAddress, type Link } from '#rules/addresses/page-addresses.ts'
import { lifeSpan } from '#rules/dates/display-dates.ts'
import { portraitSource, scanSource, smallPicture, type Picture } from '#rules/media/pictures.ts'
import { countOfItems, organizationName, personName, shorten, zoneName } from '#rules/names/record-names.ts'
import type { Archive } from '../../archive.ts'

/** A record of an index with its picture, as galleries show it. */
export interface Face {
  href: string
  title: string
  type: string
  date: null
  picture: Picture
}

/** On top of an index. */
const MOST = 12
/** Maximum CSS pixels. */
const BOX = { width: 144, height: 112 }

const face = ({ href, text }: Link, type: string, picture: Picture): Face => ({
  href,
  title: shorten(text, 60),
  type,
  date: null,
  picture,
})

/** Those with the most items, each with the first picture of its items that no other has. */
export function facesOf(rows: readonly (Link & { items: readonly Item[] })[], { meta }: Archive): Face[] {
  const shown = new Set<number>()
  const faces: Face[] = []
  for (const { items, ...link } of rows.toSorted((a, b) => b.items.length - a.items.length)) {
    const item = items.find(({ id, item_scans }) => item_scans.length > 0 && !shown.has(id))
    if (!item) continue
    shown.add(item.id)
    const first = item.item_scans[0]!
    faces.push(face(link, countOfItems(items.length), smallPicture(scanSource(meta.pictures, first.id), first, BOX)))
    if (faces.length === MOST) break
  }
  return faces
}

/** Those with a portrait of whom most is told: a change of an item does not change them. */
export const facesOfPeople = ({ lists, meta }: Archive): Face[] =>
  lists.people
    .filter(({ image }) => image)
    .sort((a, b) => b.biography.length - a.biography.length || a.id - b.id)
    .slice(0, MOST)
    .map((person) => {
      const link = { href: personAddress(person.id), text: personName(person) }
      return face(link, lifeSpan(person), smallPicture(portraitSource(meta.pictures, person.id), person.image!, BOX))
    })

export const facesOfOrganizations = (archive: Archive): Face[] =>
  facesOf(
    archive.lists.organizations.map((row) => ({
      href: organizationAddress(row.id),
      text: organizationName(row),
      items: archive.itemsOfOrganization(row.id),
    })),
    archive,
  )

export const facesOfPlaces = (archive: Archive): Face[] =>
  facesOf(
    archive.lists.locations.map(({ properties }) => ({
      href: zoneAddress(properties.pk),
      text: zoneName(properties),
      items: archive.itemsOfLocation(properties.pk),
    })),
    archive,
  )
