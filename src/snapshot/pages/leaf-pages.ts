import type { Item } from '#contract/item.ts'
import { leafAddress } from '#rules/addresses/leaf-addresses.ts'
import { shorten } from '#rules/names/record-names.ts'
import { leavesOf, readingPage, type Reading } from '#views/reading-page.ts'
import type { Archive } from '../archive.ts'
import { collectionTrail, firstPicture, type PageEntry, type PageView } from './page-view.ts'

export type LeafPage = PageView & Reading

/** The reading page of a scan. */
function leafPage(archive: Archive, item: Item, number: number): LeafPage {
  const { id } = item
  const view = readingPage(item, number, archive.meta.pictures, archive.textsOf(id))!
  const [address, title] = [leafAddress(id, number), `${shorten(view.heading, 90)}, page ${number} of ${view.count}`]
  return {
    ...view,
    ...{ address, title },
    description: shorten(view.text?.text || `${title}.`, 200),
    picture: firstPicture(archive, [{ ...item, item_scans: [item.item_scans[number - 1]!] }]),
    trail: [
      ...collectionTrail(archive, item.collection?.id ?? null),
      { href: view.item, text: shorten(view.heading, 80) },
      { href: address, text: `Page ${number}` },
    ],
  }
}

/** All reading pages by address. */
export const leafPages = (archive: Archive): PageEntry<LeafPage>[] =>
  archive.lists.items.flatMap((item) =>
    leavesOf(item, '').map(({ href, number }) => [href, () => leafPage(archive, item, number)] as const),
  )
