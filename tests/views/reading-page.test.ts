import fc from 'fast-check'
import { expect, test } from 'vitest'
import { leafAddress } from '#rules/addresses/leaf-addresses.ts'
import { FEW_SCANS, itemView } from '#views/item.ts'
import { leavesOf, readingPage } from '#views/reading-page.ts'
import { itemTexts } from '#views/read-texts.ts'
import { anItem } from '../snapshot/pages/archive-of.ts'

const scan = (id: number, has_text = false) => ({ id, version: 'v', width: 1200, height: 1800, order: id, has_text })
const bookOf = (pages: number, hasText = false) =>
  anItem(3, { title: 'Log', item_scans: Array.from({ length: pages }, (_, at) => scan(at + 1, hasText)) })
const written = (page: number) => ({
  ...{ item: 3, scan: page, file: null, text: `Words of ${page}`, text_language: 'fr' },
  ...{ text_source: 'typed' as const, text_by: '', chapters: '', version: `0${page}` },
})
const texts = Array.from({ length: 40 }, (_, at) => written(at + 1))
const at = (pages: number, page: number, hasText = false) =>
  readingPage(bookOf(pages, hasText), page, '', hasText ? texts : [])
/** The number in an address of a reading page. */
const numberIn = (address: string) => Number(/page\/(\d+)\//.exec(address)?.[1])
const counts = fc.integer({ min: FEW_SCANS + 1, max: 40 })

test('an item of few scans shows all of them, one of more its first page and the way to all', () => {
  const few = itemView(bookOf(FEW_SCANS), { pictures: '' })
  expect([few.pictures.length, few.tools.downloads.length]).toEqual([FEW_SCANS, FEW_SCANS])
  expect(leavesOf(bookOf(FEW_SCANS), '')).toEqual([])
  expect(at(FEW_SCANS, 1)).toBeUndefined()
  const book = bookOf(FEW_SCANS + 1, true)
  const many = itemView(book, { pictures: '', texts: itemTexts(book, texts, '') })
  expect([many.pictures.length, many.tools.downloads.length]).toEqual([1, 0])
  expect(leavesOf(book, '')).toHaveLength(FEW_SCANS + 1)
  expect(many.texts).toMatchObject([{ text: 'Words of 1' }])
  expect(itemView(book, { pictures: '', isDraft: true }).pictures).toHaveLength(FEW_SCANS + 1)
})

test('pages one by one: from the first to the last and back, nothing before and after', () => {
  fc.assert(
    fc.property(counts, (pages) => {
      for (let page = 1; page <= pages; page++) {
        const { byOne } = at(pages, page)!
        expect(byOne.previous).toBe(page === 1 ? '' : leafAddress(3, page - 1))
        expect(byOne.next).toBe(page === pages ? '' : leafAddress(3, page + 1))
      }
      expect([at(pages, 0), at(pages, pages + 1), at(pages, NaN)]).toEqual([undefined, undefined, undefined])
    }),
  )
})

test('pages two by two: the first alone, then pairs as they lie in a volume; each page is in one opening', () => {
  fc.assert(
    fc.property(counts, (pages) => {
      const seen: number[] = []
      let [before, next] = ['', leafAddress(3, 1)]
      while (next) {
        const page = numberIn(next)
        const view = at(pages, page)!
        const opening = view.opening.map(({ number }) => number)
        expect(opening).toContain(page)
        seen.push(...opening)
        for (const each of opening) {
          const { byTwo } = at(pages, each)!
          expect(byTwo.next).toBe(view.byTwo.next)
          expect(byTwo.previous && at(pages, numberIn(byTwo.previous))!.byTwo.next).toBe(before && next)
          expect(byTwo.text).toBe(
            opening.length === 2 ? `Pages ${page}–${page + 1} of ${pages}` : `Page ${page} of ${pages}`,
          )
        }
        before = next
        next = view.byTwo.next
      }
      expect(seen).toEqual(Array.from({ length: pages }, (_, index) => index + 1))
    }),
  )
})

test('a page has its own text and picture, and the pages around it', () => {
  const page = at(40, 7, true)!
  expect(page).toMatchObject({ number: 7, count: 40, isWordless: false, text: { text: 'Words of 7', language: 'fr' } })
  expect(page.opening.map(({ number }) => number)).toEqual([6, 7])
  expect(page.leaves.map(({ number }) => number)).toEqual([3, 4, 5, 6, 7, 8, 9, 10, 11])
  expect(page.download.name).toBe('item-3-7.jpg')
  expect(page.byTwo.next).toBe(`${leafAddress(3, 8)}#two`)
  expect(at(40, 7)!).toMatchObject({ isWordless: true, text: undefined, byTwo: { next: leafAddress(3, 8) } })
})
