import fc from 'fast-check'
import { expect, test } from 'vitest'
import { storyBlocks } from '#rules/stories/story-blocks.ts'

test('text and what it shows, in their order', () => {
  const { blocks, problems } = storyBlocks(
    'It began at noon.\n\n::item 12 | The pump house\n::place 5 1890\r\n\nThe *wind* turned.\n::map town-1856\n::person 4|Ada',
  )
  expect(problems).toEqual([])
  expect(blocks).toEqual([
    { kind: 'text', text: 'It began at noon.' },
    { kind: 'item', id: 12, caption: 'The pump house' },
    { kind: 'place', id: 5, year: 1890, caption: '' },
    { kind: 'text', text: 'The *wind* turned.' },
    { kind: 'map', layer: 'town-1856', caption: '' },
    { kind: 'person', id: 4, caption: 'Ada' },
  ])
})

test.each(['::itm 3', '::item', '::item 0', '::item x', '::place 5 18', '::map', '::map a/b', '::person 4 5'])(
  '%s cannot be read: its line is named, and it stays text',
  (line) => {
    const { blocks, problems } = storyBlocks(`One.\n\n${line}`)
    expect(problems.map((each) => [each.line, each.text])).toEqual([[3, line]])
    expect(blocks).toEqual([{ kind: 'text', text: `One.\n\n${line}` }])
  },
)

test('any text: nothing is lost, nothing throws', () => {
  const line = fc.oneof(fc.string(), fc.stringMatching(/^::(item|person|place|map) [\w| ]{0,12}$/))
  fc.assert(
    fc.property(fc.array(line), (lines) => {
      const { blocks } = storyBlocks(lines.join('\n'))
      const words = (text: string) => text.replaceAll(/\s+/g, '')
      const kept = blocks.map((block) => (block.kind === 'text' ? words(block.text) : '')).join('')
      const shown = blocks.filter((block) => block.kind !== 'text').length
      const all = lines.join('\n').split(/\r\n?|\n/)
      const texts = all.filter((each) => storyBlocks(each).blocks[0]?.kind === 'text' || each.trim() === '')
      expect(all.length - texts.length).toBe(shown)
      expect(kept).toBe(words(texts.join('')))
    }),
  )
})
