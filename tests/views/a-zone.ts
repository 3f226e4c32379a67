import type { ItemSummary } from '#views/item-lists.ts'
import type { ZoneView } from '#views/zone.ts'

/** A zone of which nothing is known but its name. */
export const emptyZone = (more: Partial<ZoneView> = {}): ZoneView => ({
  pk: 5,
  name: 'Mill',
  streetAddress: '',
  altnames: [],
  same: [],
  lots: [],
  descriptions: [],
  map: null,
  items: { items: [], count: 0, query: '' },
  heritage: [],
  plaques: [],
  ownership: [],
  organizations: [],
  ...more,
})

export const aZoneItem = (id: number, more: Partial<ItemSummary> = {}): ItemSummary => ({
  id,
  href: `/itemview/${id}/`,
  title: `Item ${id}`,
  type: 'Photograph',
  date: null,
  dateStart: null,
  dateEnd: null,
  picture: null,
  ...more,
})
