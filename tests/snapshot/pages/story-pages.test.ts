import { expect, test } from 'vitest'
import { feed } from '#release/files/feeds.ts'
import { storyRow } from '#rules/search/result-rows.ts'
import { storyJsonLd, jsonLdText } from '#snapshot/pages/json-ld.ts'
import { oEmbedFiles, storyPage, storyPages } from '#snapshot/pages/story-pages.ts'
import { aPerson, aZone, anItem, archiveOf } from './archive-of.ts'

const SITE = 'https://archive.example/'
const HOSTILE = '</script><script>alert(1)</script>'
const told = (text: string, title = 'The fire') => ({ id: 3, title, lead: 'One night.', text })
const archiveWith = (...stories: ReturnType<typeof told>[]) =>
  archiveOf({
    stories,
    items: [anItem(1, { title: 'The mill', item_scans: [{ id: 4, width: 800, height: 600, version: 'x' }] })],
    people: [aPerson(7)],
    locations: [aZone(5)],
  })

test('text and what it shows, in order; what is not published is left out', () => {
  const text =
    'It *began*.\n::item 1 | At night\n::item 9\n::person 7\n::person 8\n::place 5 1890\n::place 6\n::map none\nThe end.'
  const page = storyPage(archiveWith(told(text)), 3)!
  const names = page.parts.map((part) => ('html' in part ? part.html.replaceAll(/<[^>]+>|\n/g, '') : part.href))
  expect(names).toEqual(['It began.', '/itemview/1/', '/person-overview/7/', '/zone-overview/5/', 'The end.'])
  expect(page.parts[1]).toMatchObject({ caption: 'At night', picture: { width: 720, alt: 'At night' } })
  expect(page.picture?.src).toBe('/media/scan/0/4.jpg?v=x')
})

test('a record that became part of another is shown as that one', () => {
  const archive = archiveWith(told('::person 8\n::place 6'))
  const merged = [{ kind: 'people', id: 8, into: 7 } as const, { kind: 'locations', id: 6, into: 5 } as const]
  const { parts } = storyPage({ ...archive, meta: { ...archive.meta, merged } }, 3)!
  expect(parts.map((part) => ('href' in part ? part.href : ''))).toEqual(['/person-overview/7/', '/zone-overview/5/'])
})

test('the map leads to the first figure of a place that is shown twice', () => {
  const { parts } = storyPage(archiveWith(told('::place 5 1890\nLater.\n::place 5 1920')), 3)!
  expect(parts.map((part) => ('href' in part ? part.anchor : ''))).toEqual(['place-5', '', undefined])
})

test('the words of a story are found in linear time', () => {
  const text = ']('.repeat(50_000)
  const start = performance.now()
  storyRow(told(text))
  // Quadratic, it takes half a minute.
  expect(performance.now() - start).toBeLessThan(5_000)
})

test('the list, each story and its card are pages; without a story there is the list alone', () => {
  expect([...storyPages(archiveWith()).keys()]).toEqual(['/stories/'])
  expect([...storyPages(archiveWith(told(''))).keys()]).toEqual(['/stories/', '/stories/3/', '/stories/3/card/'])
})

test('an edited story keeps its place in the feed', () => {
  const at = (day: number) => `1990-01-0${day}T00:00:00Z`
  const items = [anItem(1, { published_at: at(2) }), anItem(2, { published_at: at(4) })]
  const stories = [{ ...told(''), published_at: at(3), updated_at: at(5) }]
  const text = feed(archiveOf({ items, stories }), SITE)
  const order = [...text.matchAll(/<id>https:..archive.example(\/[a-z]+\/\d)/g)].map(([, address]) => address)
  expect(order).toEqual(['/itemview/2', '/stories/3', '/itemview/1'])
  expect(text).toContain(`<published>${at(3)}</published>\n    <updated>${at(5)}</updated>`)
  expect(text).toContain(': what’s new</title>')
})

test('hostile words stay words: in the page, for search engines, in the feed and on other websites', () => {
  const archive = archiveWith(told(`${HOSTILE}\n\n[x](javascript:alert(1))`, `"><b>${HOSTILE}`))
  const page = storyPage(archive, 3)!
  const html = page.parts.map((part) => ('html' in part ? part.html : '')).join('')
  expect(html).not.toMatch(/<script|javascript:/)
  expect(jsonLdText([storyJsonLd(page, new URL(SITE))])).not.toContain('</script')
  expect(feed(archive, SITE)).not.toContain('<script')
  const [[address, file]] = [...oEmbedFiles(archive, SITE)] as [[string, { html: string }]]
  expect(address).toBe('/stories/3/oembed.json')
  expect(file.html).toMatch(
    /^<iframe src="https:\/\/archive\.example\/stories\/3\/card\/" title="[^"<]*" [^<]*><\/iframe>$/,
  )
})
