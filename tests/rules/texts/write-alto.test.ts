import fc from 'fast-check'
import { expect, test } from 'vitest'
import { serviceSize } from '#rules/media/iiif-image.ts'
import { readText } from '#rules/texts/read-text.ts'
import { WHOLE, type WordBox } from '#rules/texts/word-boxes.ts'
import { writeAlto } from '#rules/texts/write-alto.ts'

const size = { width: WHOLE, height: WHOLE }
const pageOf = (text: string, lines: WordBox[][], language = '') => ({
  item: 1,
  scan: 2,
  text,
  language,
  ...size,
  lines,
})
const read = (alto: string) => readText(new TextEncoder().encode(alto), 'page.xml')

test('what is written as ALTO is read as it was: words, lines, paragraphs, boxes and the language', () => {
  const word = fc.stringMatching(/^[\w&<>"'éß-]{1,12}$/)
  const side = fc.integer({ min: 0, max: 400 })
  const boxed = fc.tuple(word, side, side).map(([text, x, y]): WordBox => [text, x, y, 100, 20])
  const paragraphs = fc.array(
    fc.array(fc.array(boxed, { minLength: 1, maxLength: 5 }), { minLength: 1, maxLength: 4 }),
    {
      minLength: 1,
      maxLength: 4,
    },
  )
  fc.assert(
    fc.property(paragraphs, (blocks) => {
      const lineText = (line: WordBox[]) => line.map(([text]) => text).join(' ')
      const text = blocks.map((block) => block.map(lineText).join('\n')).join('\n\n')
      // Written in pixels of the canvas, which is as large as the units of a box here.
      expect(read(writeAlto(pageOf(text, blocks.flat(), 'fr-CA')))).toEqual({
        ...{ text, words: blocks.flat(), language: 'fr-CA' },
      })
    }),
  )
})

test('a word without a place is there without one, and a page of none as well', () => {
  const alto = writeAlto(
    pageOf('The old mill\n\n\n\nburned', [[['The', 1000, 500, 300, 100]], [['mill', 2000, 500, 400, 100]]]),
  )
  expect(read(alto)).toMatchObject({ text: 'The old mill\n\nburned' })
  expect(alto).toContain('<String CONTENT="old"/>')
  expect(alto).toContain('<TextLine HPOS="1000" VPOS="500" WIDTH="1400" HEIGHT="100">')
  expect(read(writeAlto(pageOf('Typed', [])))).toMatchObject({ text: 'Typed', words: [] })
})

test('it is in pixels of the canvas, which is smaller than a huge scan', () => {
  const scan = { width: 24_000, height: 12_000 }
  const { width, height } = serviceSize(scan)
  expect(width).toBeLessThan(scan.width)
  const alto = writeAlto({ ...pageOf('mill', [[['mill', 5000, 0, 5000, 5000]]]), ...scan })
  expect(alto).toContain(`PHYSICAL_IMG_NR="1" WIDTH="${width}" HEIGHT="${height}"`)
  expect(alto).toContain(`HPOS="${Math.round(width / 2)}" VPOS="0"`)
})
