import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  CITATION_STYLES,
  accessed,
  citations,
  citedDate,
  citedItem,
  type Citation,
  type CitedItem,
} from '#rules/citations/citations.ts'
import { anItem, aPerson } from '../../snapshot/pages/archive-of.ts'

const AT = {
  archive: 'Brannock Bay Archive',
  society: 'Historical Society',
  url: 'https://archive.example/itemview/7/',
}
const TODAY = new Date(2026, 10, 21)
const collection = { id: 1, collection_name: 'Mill papers' }
const rich = anItem(7, {
  title: 'The mill from the lake',
  date_start: 19010303,
  creator: { ...aPerson(1), first_name: 'Ada', middle_name: 'May', surname: 'Calder' },
  collection,
  archival_identifier: 'B 1',
})
const cited = (more: object = {}) => citedItem({ ...rich, ...more })
/** A citation as plain text, with the access date if `today` is given. */
const citationText = ({ style, runs }: Citation, today?: Date): string =>
  runs.map((run) => (run.accessed ? (today ? accessed(style, today) : '') : run.text)).join('')
const texts = (of: CitedItem, today?: Date) => citations(of, AT).map((citation) => citationText(citation, today))

describe('citations', () => {
  test('follow the style guides', () => {
    expect(texts(cited())).toEqual([
      'Ada May Calder, “The mill from the lake,” photograph, March 3, 1901, Mill papers, B 1, Brannock Bay Archive, https://archive.example/itemview/7/.',
      'Calder, Ada May. “The mill from the lake.” 3 Mar. 1901. Mill papers, B 1. Brannock Bay Archive, Historical Society, https://archive.example/itemview/7/.',
      'Ada May Calder, “The mill from the lake,” photograph, 3 March 1901, Mill papers, B 1, Brannock Bay Archive, https://archive.example/itemview/7/.',
    ])
  })

  test('name the organization that made it, beside the person or instead', () => {
    const creator_organization = { id: 3, name: 'Hale & Co.' }
    expect(texts(cited({ creator_organization }))).toEqual([
      expect.stringMatching(/^Ada May Calder and Hale & Co, “The mill/),
      expect.stringMatching(/^Calder, Ada May, and Hale & Co\. “The mill/),
      expect.stringMatching(/^Ada May Calder and Hale & Co, “The mill/),
    ])
    const alone = texts(cited({ creator: null, creator_organization }))
    expect(alone.map((text) => text.slice(0, 12))).toEqual(['Hale & Co, “', 'Hale & Co. “', 'Hale & Co, “'])
  })

  test('include the access date if given', () => {
    const [chicago, mla, plain] = texts(cited(), TODAY)
    expect(chicago).toContain('Brannock Bay Archive, accessed November 21, 2026, https://')
    expect(mla).toMatch(/itemview\/7\/\. Accessed 21 Nov\. 2026\.$/)
    expect(plain).toMatch(/itemview\/7\/, accessed 21 November 2026\.$/)
  })

  test('omit unknown parts', () => {
    const bare = anItem(7, { title: '', type: 'object' })
    expect(texts(citedItem(bare))).toEqual([
      '“Untitled object,” object, n.d., Brannock Bay Archive, https://archive.example/itemview/7/.',
      '“Untitled object.” n.d. Brannock Bay Archive, Historical Society, https://archive.example/itemview/7/.',
      '“Untitled object,” object, n.d., Brannock Bay Archive, https://archive.example/itemview/7/.',
    ])
    expect(texts(cited({ creator: { ...aPerson(1), first_name: 'Ada', surname: '' } }))[1]).toMatch(/^Ada\. “/)
  })

  test('keep question, exclamation and quotation marks', () => {
    const [chicago, mla] = texts(cited({ title: 'Who called it "the Ark"?' }))
    expect(chicago).toContain('“Who called it ‘the Ark’?” photograph')
    expect(mla).toContain('“Who called it ‘the Ark’?” 3 Mar.')
    expect(texts(cited({ title: 'View of the “Ark”' }))[0]).toContain('“View of the ‘Ark’,” photograph')
    expect(texts(cited({ title: 'It stood.' }))[0]).toContain('“It stood,” ')
    expect(texts(cited({ title: 'It stood.' }))[1]).toContain('“It stood.” ')
  })
})

test.each<[Partial<CitedItem>, string, string, string]>([
  [{ start: 19010000 }, '1901', '1901', '1901'],
  [{ start: 19010900 }, 'September 1901', 'Sept. 1901', 'September 1901'],
  [{ start: 19010704 }, 'July 4, 1901', '4 July 1901', '4 July 1901'],
  [{ start: 18800000, end: 18850000 }, '1880–1885', '1880–1885', '1880–1885'],
  [
    { start: 19010100, end: 19011200 },
    'January 1901–December 1901',
    'Jan. 1901–Dec. 1901',
    'January 1901–December 1901',
  ],
  [{ end: 19010303 }, 'until March 3, 1901', 'until 3 Mar. 1901', 'until 3 March 1901'],
  [{ written: 'c. 1880' }, 'c. 1880', 'c. 1880', 'c. 1880'],
  [{}, 'n.d.', 'n.d.', 'n.d.'],
])('the date %j', (known, ...expected) => {
  const date = { start: null, end: null, written: '', ...known }
  expect(CITATION_STYLES.map((style) => citedDate(date, style))).toEqual(expected)
})

test('a written date is cited unless it equals the number', () => {
  expect(cited({ date_start_text: 'spring of 1901' })).toMatchObject({ written: 'spring of 1901', start: null })
  expect(cited({ date_start_text: '1901-03-03' })).toMatchObject({ written: '', start: 19010303 })
})

describe('for any record', () => {
  const text = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 60 }),
    fc.constantFrom('', '<i>x</i>', 'He said "no".', 'Co.', 'End,', 'Why?!', '...', '\u0000\n\t', 'A;', '“”', '"'),
    fc.stringMatching(/^[A-Z][a-z ]{0,10}[.,;:!?"”’)]{0,3}$/),
  )
  const date = fc.option(
    fc
      .tuple(fc.integer({ min: 1700, max: 2026 }), fc.integer({ min: 0, max: 12 }), fc.integer({ min: 0, max: 28 }))
      .map(([year, month, day]) => year * 10_000 + month * 100 + (month && day)),
  )
  const anything = fc
    .record({
      title: text,
      creator: fc.tuple(text, text, text),
      start: date,
      end: date,
      written: text,
      of: text,
      id: text,
    })
    .map(({ title, creator: [first_name, middle_name, surname], start, end, written, of, id }) =>
      cited({
        title,
        creator: { ...aPerson(1), first_name, middle_name, surname },
        date_start: start,
        date_end: end,
        date_start_text: written,
        collection: { id: 1, collection_name: of },
        archival_identifier: id,
      }),
    )

  test('the style never doubles punctuation', () => {
    const words = fc.stringMatching(/^[A-Z][a-z]{0,10}[.,;:]?$/)
    fc.assert(
      fc.property(words, words, words, words, date, (title, name, of, id, start) => {
        const creator = { ...aPerson(1), first_name: name, middle_name: '', surname: name }
        const record = { title, creator, date_start: start, collection: { id: 1, collection_name: of } }
        for (const cite of texts(cited({ ...record, archival_identifier: id }), TODAY)) {
          const marks = cite.replaceAll('n.d.', 'n').replace(/(Jan|Feb|Mar|Apr|Aug|Sept|Oct|Nov|Dec)\. (?=\d)/g, '')
          expect(marks).not.toMatch(/[.,;:]”?[.,;:]| [.,;:]| {2}/)
        }
      }),
    )
  })

  test('a citation is one line with one final full stop and the address once, and never markup', () => {
    fc.assert(
      fc.property(anything, (of) => {
        for (const citation of citations(of, AT)) {
          const cite = citationText(citation, TODAY)
          expect(cite).not.toMatch(/[\n\r\t\0]|^[\s,.]/)
          expect(cite).toMatch(/[^.]\.$/)
          expect(citation.runs.filter((run) => run.link)).toEqual([{ text: AT.url, link: true }])
          // Italics are marks of a run: nothing of the record is in one, and none is made from its text.
          expect(citation.runs.filter((run) => run.italic).map((run) => run.text)).toEqual(
            citation.style === 'mla' ? [AT.archive] : [],
          )
        }
      }),
    )
  })

  test('bidi controls in a title do not affect the rest', () => {
    const title = '\u202eA \u2067turned title'
    expect(cited({ title, archival_identifier: '\u202dB 1' })).toMatchObject({
      title: 'A turned title',
      identifier: 'B 1',
    })
  })

  test('a very long title is truncated, never within a character', () => {
    const [chicago] = texts(cited({ title: `${'a'.repeat(299)}😀${'b'.repeat(500)}` }))
    expect(chicago).toContain(`${'a'.repeat(299)}…”`)
    expect(chicago!.isWellFormed()).toBe(true)
  })
})
