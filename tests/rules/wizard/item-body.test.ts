import { itemSubmit } from '#contract/create.ts'
import fc from 'fast-check'
import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { isArchiveDate } from '#contract/fields.ts'
import { item, ITEM_TYPES, WIZARD_TYPES, COPYRIGHTS } from '#contract/item.ts'
import { dateOf, draftDateOf, rangeError, withSpecificity } from '#rules/wizard/dates.ts'
import { SPECIFICITIES, type DraftFields } from '#rules/wizard/draft-fields.ts'
import { changedBody, fieldErrors, itemBody } from '#rules/wizard/item-body.ts'
import { fieldsAlike, fieldsOfItem, itemOfDraft, NO_FIELDS } from '#rules/wizard/item-of-draft.ts'
import { FORM } from '#contract/messages.ts'
import { itemView } from '#views/item.ts'

const MEMBER = { id: 1, mayDescribe: true, mayCredit: false }
const VOLUNTEER = { id: 1, mayDescribe: false, mayCredit: false }
const date = fc
  .tuple(fc.integer({ min: 1700, max: 2026 }), fc.integer({ min: 0, max: 12 }), fc.integer({ min: 0, max: 28 }))
  .map(([year, month, day]) => year * 10_000 + month * 100 + (month ? day : 0))
const tag = fc.record({
  id: fc.integer({ min: 1, max: 99 }),
  name: fc.constantFrom('Ann', 'Bea'),
  detail: fc.constant(''),
  pending: fc.constant(false),
})
const tags = fc.uniqueArray(tag, { selector: ({ id }) => id, maxLength: 3 })
/** Fields that may be submitted. */
const validFields: fc.Arbitrary<DraftFields> = fc
  .record({
    type: fc.constantFrom(...ITEM_TYPES),
    dateText: fc.constantFrom('', 'about 1890 to 1895', 'the year of the fire'),
    url: fc.constantFrom('', 'https://example.org/a', 'https://www.youtube.com/embed/abc'),
    location: fc.option(tag),
    dates: fc.uniqueArray(date, { maxLength: 2, selector: (each) => Math.floor(each / 10_000) }),
    title: fc.string().map((text) => text.trim()),
    description: fc.string({ minLength: 1 }).map((text) => `x${text}`.trim()),
    people: tags,
    subjects: tags,
    organizations: tags,
    creator: fc.option(tag),
    contributors: tags,
    collection: fc.option(tag),
    identifier: fc.constantFrom('', 'A.1'),
    copyright: fc.constantFrom('', ...COPYRIGHTS),
  })
  .map(({ dates, ...fields }) => {
    const [start = null, end = null] = dates.sort((a, b) => a - b)
    return { ...NO_FIELDS, ...fields, start: draftDateOf(start), end: draftDateOf(end), isRange: end !== null }
  })

describe('dates (spec §5)', () => {
  test.each([
    ['year', '1901', 19010000],
    ['month', '1901-03', 19010300],
    ['date', '1901-03-05', 19010305],
    ['date', '1901-02-30', null],
    ['year', '1901-03', null],
    ['date', '1901-03', null],
    ['year', '190', null],
    ['month', '1901-13', null],
    ['year', '', null],
  ] as const)('%s %s', (specificity, typed, eight) => {
    expect(dateOf({ specificity, typed })).toBe(eight)
  })
  test('eight digits and back, for every date', () => {
    fc.assert(
      fc.property(date.filter(isArchiveDate), (eight) => {
        expect(dateOf(draftDateOf(eight))).toBe(eight)
      }),
    )
  })
  test('the range: the sentence of the input that was changed; only with a range', () => {
    const fields = { ...NO_FIELDS, isRange: true, start: draftDateOf(19010000), end: draftDateOf(19000000) }
    expect(rangeError(fields, 'end')).toBe(FORM.rangeEnd)
    expect(rangeError(fields, 'start')).toBe(FORM.rangeStart)
    expect(rangeError({ ...fields, isRange: false }, 'end')).toBeUndefined()
    expect(rangeError({ ...fields, end: draftDateOf(null) }, 'end')).toBeUndefined()
    expect(rangeError({ ...fields, end: draftDateOf(19010000) }, 'end')).toBe(FORM.rangeEnd)
  })
  test('another specificity clears the dates; the same one does not (spec §4)', () => {
    const fields = { ...NO_FIELDS, start: draftDateOf(19010000), end: draftDateOf(19020000) }
    for (const which of ['start', 'end'] as const)
      for (const specificity of SPECIFICITIES) {
        const { start, end } = withSpecificity(fields, which, specificity)
        expect([start.typed, end.typed]).toEqual(specificity === 'year' ? ['1901', '1902'] : ['', ''])
      }
  })
})

describe('the body of an item', () => {
  test('is what the contract takes, and shows in the review as the server would show it', () => {
    fc.assert(
      fc.property(validFields, fc.boolean(), fc.boolean(), (fields, mayDescribe, mayCredit) => {
        const author = { id: 1, mayDescribe, mayCredit }
        expect(fieldErrors(fields, author)).toEqual({})
        const sent = v.parse(itemSubmit, itemBody(fields, author))
        const shown = itemOfDraft(fields, author)
        const { creator, location, collection } = shown
        expect({
          ...sent,
          user_author: 1,
          visibility: 'draft',
        }).toEqual({
          user_author: 1,
          visibility: 'draft',
          credit: mayCredit && fields.credit,
          starred: false,
          type: shown.type,
          title: shown.title,
          general_description: shown.general_description,
          date_start: shown.date_start,
          date_end: shown.date_end,
          date_start_text: fields.dateText,
          date_end_text: '',
          location: location?.id ?? null,
          people: shown.people.map(({ id }) => id),
          subject: shown.subject.map(({ id }) => id),
          organizations: shown.organizations.map(({ id }) => id),
          creator: creator?.id ?? null,
          contributors: shown.contributors.map(({ id }) => id),
          collection: collection?.id ?? null,
          archival_identifier: shown.archival_identifier,
          copyright_info: shown.copyright_info,
          externalRecordURL: shown.externalRecordURL,
        })
        expect(v.is(item, { ...shown, id: 1 })).toBe(true)
        expect(itemView(shown, { pictures: '' }).heading).not.toBe('')
      }),
    )
  })
  test('an item that was submitted gives the same fields again, so nothing counts as changed', () => {
    fc.assert(
      fc.property(validFields, (fields) => {
        expect(changedBody(fields, fieldsOfItem(itemOfDraft(fields, MEMBER)), MEMBER)).toEqual({})
      }),
    )
  })
  test('only changed fields are sent to a submission that is edited', () => {
    const base = { ...NO_FIELDS, type: 'object', title: 'A', description: 'B', identifier: 'X' } as const
    expect(changedBody(base, { ...base, title: ' C ', identifier: 'Y' }, VOLUNTEER)).toEqual({ title: 'C' })
    expect(changedBody(base, { ...base, identifier: 'Y' }, MEMBER)).toEqual({ archival_identifier: 'Y' })
    // The words of a date stand for both ends; without any, another server hears of none.
    const words = { date_start_text: 'about 1890', date_end_text: '' }
    expect(changedBody(base, { ...base, dateText: 'about 1890' }, MEMBER)).toEqual(words)
    expect(itemBody(base, MEMBER)).not.toHaveProperty('date_start_text')
  })
  test('the link of a video becomes its embed link, other links stay as typed (spec §5)', () => {
    const url = 'https://www.youtube.com/watch?v=abc123'
    const sent = (type: DraftFields['type'], typed: string) =>
      itemBody({ ...NO_FIELDS, type, url: typed }, VOLUNTEER)['externalRecordURL']
    expect(sent('video', url)).toBe('https://www.youtube.com/embed/abc123')
    expect(sent('video', 'https://vimeo.com/1')).toBe('https://vimeo.com/1')
    expect(sent('photograph', url)).toBe(url)
  })
  test('another like this', () => {
    fc.assert(
      fc.property(validFields, (fields) => {
        const { type, location, people, collection, dateText, isRange, start, end } = fields
        const offered = (WIZARD_TYPES as readonly string[]).includes(type) ? type : ''
        const kept = { type: offered, location, people, collection, dateText, isRange, start, end }
        expect(fieldsAlike(fields)).toEqual({ ...NO_FIELDS, ...kept })
      }),
    )
  })
})
