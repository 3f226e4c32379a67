import type { Item } from '#contract/item.ts'

/** How much the record says; items with many links are featured first. */
const richness = (item: Item): number =>
  item.people.length * 2 +
  item.subject.length +
  item.organizations.length * 2 +
  (item.location ? 2 : 0) +
  Math.min(4, item.general_description.length / 120)

/**
 * Picks the richest items with a picture. Each `differ` test is applied in turn against all items picked so far, so that the selection is varied; if
 * there are too few, the richest remaining items follow. Ties by id.
 */
export function pickVaried(
  items: readonly Item[],
  count: number,
  differ: readonly ((picked: Item, item: Item) => boolean)[],
): Item[] {
  const best = items
    .filter((item) => item.item_scans.length > 0)
    .map((item) => ({ item, score: richness(item) }))
    .sort((a, b) => b.score - a.score || a.item.id - b.item.id)
  const picked: Item[] = []
  for (const test of [...differ, (other: Item, item: Item) => other !== item])
    for (const { item } of best)
      if (picked.length < count && picked.every((other) => test(other, item))) picked.push(item)
  return picked
}
