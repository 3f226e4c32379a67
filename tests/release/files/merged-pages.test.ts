import { expect, test } from 'vitest'
import { mergedPages } from '#release/files/redirects.ts'
import type { Archive } from '#snapshot/archive.ts'

const archive = (merged?: object[]) =>
  ({
    meta: { merged },
    person: (id: number) => (id === 1 ? { first_name: 'Ada', middle_name: '', surname: '<Hale>' } : undefined),
    organization: () => undefined,
    subject: (id: number) => (id === 2 || id === 7 ? { subject_name: 'Mills' } : undefined),
    collection: () => undefined,
  }) as never as Archive
const pages = (merged?: object[]) => [...mergedPages(archive(merged), 'https://town.example')]

test('the address of a merged record leads to the one that stays', () => {
  const [[address, html], subject] = pages([
    { kind: 'people', id: 5, into: 1 },
    { kind: 'subjects', id: 6, into: 2 },
  ]) as [[string, string], [string, string]]
  expect(address).toBe('person-overview/5/index.html')
  expect(html).toContain('<link rel="canonical" href="https://town.example/person-overview/1/">')
  expect(html).toContain('<meta http-equiv="refresh" content="0; url=/person-overview/1/">')
  expect(html).toContain('<a href="/person-overview/1/">Ada &lt;Hale&gt;</a>')
  expect(subject[0]).toBe('subjects/6/index.html')
})

test('no page without a record that stays, nor over the page of a record', () => {
  expect(pages()).toEqual([])
  expect(pages([{ kind: 'organizations', id: 3, into: 4 }])).toEqual([])
  expect(pages([{ kind: 'subjects', id: 7, into: 2 }])).toEqual([])
})
