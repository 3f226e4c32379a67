import { leafAddress } from '#rules/addresses/page-addresses.ts'
import { shorten } from '#rules/names/record-names.ts'
import { FEW_SCANS } from '#views/leaves.ts'
import { readingPage, type ReadingPage } from '#views/reading-page.ts'
import type { Archive } from '../archive.ts'
import { collectionTrail, firstPicture, type PageEntry, type PageView } from './page-view.ts'

/** The reading page of a scan. */
export function leafPage(archive: Archive, id: number, number: number): (PageView & ReadingPage) | undefined {
  const item = archive.item(id)
  const view = item && readingPage(item, number, { pictures: archive.meta.pictures, texts: archive.textsOf(id) })
  if (!view) return undefined
  const [address, said] = [leafAddress(id, number), `page ${number} of ${view.count}`]
  return {
    ...view,
    address,
    title: `${shorten(view.heading, 90)}, ${said}`,
    description: shorten(view.text?.text || `${view.heading}, ${said}.`, 200),
    picture: firstPicture(archive, [{ ...item, item_scans: [item.item_scans[number - 1]!] }], view.scan.alt),
    trail: [
      ...collectionTrail(archive, item.collection?.id ?? null),
      { href: view.item, text: shorten(view.heading, 80) },
      { href: address, text: `Page ${number}` },
    ],
  }
}

const numbersOf = ({ lists }: Archive) =>
  lists.items.flatMap(({ id, item_scans: scans }) =>
    scans.length > FEW_SCANS ? scans.map((_, at) => [id, at + 1] as const) : [],
  )

/** All reading pages, for `getStaticPaths`. */
export const leafPaths = (archive: Archive) =>
  numbersOf(archive).map(([id, page]) => ({ params: { id: String(id), page: String(page) } }))

/** All reading pages by address. */
export const leafPages = (archive: Archive): PageEntry<unknown>[] =>
  numbersOf(archive).map(([id, page]) => [leafAddress(id, page), () => leafPage(archive, id, page)])
