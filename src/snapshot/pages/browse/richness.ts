import type { Item } from '#contract/item.ts'

/** How much the archive knows of an item: what is shown first is what leads on. */
export const richness = (item: Item): number =>
  item.people.length * 2 +
  item.subject.length +
  item.organizations.length * 2 +
  (item.location ? 2 : 0) +
  Math.min(4, item.general_description.length / 120)

/** The richest first, ids break ties. */
export const byRichness = (items: readonly Item[]): Item[] =>
  items
    .map((item) => ({ item, worth: richness(item) }))
    .sort((a, b) => b.worth - a.worth || a.item.id - b.item.id)
    .map(({ item }) => item)
