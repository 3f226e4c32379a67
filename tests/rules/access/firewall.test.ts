import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createFirewall, type Secret, type Shown } from '#rules/access/firewall.ts'

const BIOGRAPHY = 'She moved to the corner house in spring and kept the keys of the boat club for years.'
const vera = (isHidden: boolean): Secret => ({
  record: 'person 7 (Vera Ann Quill)',
  texts: [BIOGRAPHY],
  person: {
    ...{ id: 7, first_name: 'Vera', middle_name: 'Ann', surname: 'Quill', isHidden },
    ...{ dates: [19580713], years: 'born 1958' },
  },
})
const find = (text: string, isHidden = false, names: Shown['names'] = [], texts: string[] = []) =>
  createFirewall([vera(isHidden)], { names, texts })(text).length > 0

describe('of somebody whose name may be shown', () => {
  test.each([
    ['the name alone', '<a href="/person-overview/7/">Vera Quill</a>', false],
    ['a birth beside it', '<h1>Vera <!-- -->Quill</h1><dd>13 July 1958</dd>', true],
    ['in data', '{"first_name":"Vera","middle_name":"Ann","surname":"Quill","date_of_birth":19580713}', true],
    ['for machines', '{"name":"Vera Quill","birthDate":"1958-07-13"}', true],
    ['the years of the life', '<b>Vera Ann Quill</b> <span>born 1958</span>', true],
    ['a picture of that year', 'Vera Quill, 1958', false],
    ['the same day, far from the name', `Vera Quill ${'word '.repeat(90)} 13 July 1958`, false],
    ['the years of somebody named after', 'Vera Quill, Ann and Bram Oude (born 1958)', false],
    ['a part of the biography', 'He said that SHE MOVED to the corner&nbsp;shop in <i>spring</i> and', false],
    ['its words as they stand', '<p>“She moved to the corner house in spring and …”</p>', true],
    ['the portrait', '<img src="/media/person/7-280.webp?v=1">', true],
    ['in quotation marks', '<p>“Vera Quill”—born 1958…</p>', true],
    ['behind a new line of data', String.raw`{"text":"Our mayor:\nVera Quill\nborn 1958"}`, true],
    ['with an accent of its own', 'Ve\u0301ra—Vera Quill\u0301’s birth, 13 July 1958', true],
    ['another portrait', '<img src="/media/person/71-280.webp?v=1">', false],
  ])('%s', (_, text, expected) => {
    expect(find(text)).toBe(expected)
  })
})

describe('of somebody whose name is hidden', () => {
  test.each([
    ['the name', 'A picnic of Vera Quill', true],
    ['what was hers', 'Quill’s—Vera Quill’s—picnic', true],
    ['in a list', '<li>Quill, Vera</li>', true],
    ['the page', '<a href="/person-overview/7/">somebody</a>', true],
    ['the page of another', '<a href="/person-overview/71/">somebody</a>', false],
    ['another of the surname', 'Vera Quillon and Ann Quill', false],
  ])('%s', (_, text, expected) => {
    expect(find(text, true)).toBe(expected)
  })
  test('somebody of the same name may be shown', () => {
    const shown = { first_name: 'Vera', middle_name: 'Maud', surname: 'Quill' }
    for (const text of ['A picnic of Vera Quill', '<li>Quill, Vera</li>']) expect(find(text, true, [shown])).toBe(false)
    const longer = { first_name: 'Mary', middle_name: 'Vera Ann', surname: 'Quill' }
    expect(find('Mary Vera Ann Quill', true, [longer])).toBe(false)
    expect(find('A picnic of Vera Quill', true, [longer])).toBe(true)
  })
})

test('whatever stands around it, a planted phrase is found and named; without it nothing is', () => {
  const filler = fc.array(fc.constantFrom('the', 'mill', '<b>', '1958', 'Vera', 'quill', '&amp;', '13', 'she', 'born'))
  fc.assert(
    fc.property(filler, filler, fc.boolean(), (before, after, isPlanted) => {
      const text = [...before, ...(isPlanted ? [BIOGRAPHY] : []), ...after].join(' ')
      const found = createFirewall([{ record: 'a note', texts: [BIOGRAPHY] }])(text)
      expect(found.length > 0).toBe(isPlanted)
      if (isPlanted) expect(found[0]).toMatchObject({ record: 'a note', found: expect.stringContaining('she moved') })
    }),
  )
})

test('words that others have in common with the private are no secret', () => {
  const story = 'He was born in the town and grew up in the house by the mill.'
  const two = ['one', 'two'].map((record) => ({ record, texts: [story] }))
  expect(createFirewall(two.slice(1))(story)).not.toEqual([])
  expect(createFirewall(two)(story)).toEqual([])
  expect(createFirewall(two.slice(1), { names: [], texts: [`Of Ada: ${story}`] })(story)).toEqual([])
  expect(find(BIOGRAPHY, false, [], [story])).toBe(true)
})
