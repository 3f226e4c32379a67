import fc from 'fast-check'
import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { readText } from '#rules/texts/read-text.ts'
import { TextRefused } from '#rules/texts/read-markup.ts'
import { keepBoxes, wordBoxes, printBoxes, type WordBox } from '#rules/texts/word-boxes.ts'

const read = (text: string, name = 'page.xml') => readText(new TextEncoder().encode(text), name)
const alto = (inside: string, page = 'WIDTH="1000" HEIGHT="2000"') =>
  `<?xml version="1.0"?><alto xmlns="http://www.loc.gov/standards/alto/ns-v4#"><Layout><Page ${page}><PrintSpace>${inside}</PrintSpace></Page></Layout></alto>`
const block = (strings: string) => `<TextBlock LANG="eng"><TextLine>${strings}</TextLine></TextBlock>`
const string = (content: string, x: number, y: number, w = 100, h = 20) =>
  `<String CONTENT="${content}" HPOS="${x}" VPOS="${y}" WIDTH="${w}" HEIGHT="${h}"/>`
const pageXml = (inside: string) =>
  `<PcGts xmlns="http://schema.primaresearch.org/PAGE/gts/pagecontent/2019-07-15"><Page imageWidth="1000" imageHeight="2000" primaryLanguage="French">${inside}</Page></PcGts>`
const hocr = (inside: string) =>
  `<!DOCTYPE html><html lang="en"><body><div class="ocr_page" title="image 'a.jpg'; bbox 0 0 1000 2000">${inside}</div></body></html>`

describe('formats', () => {
  test.each([3, 4])('ALTO %d: words, hyphens, paragraphs and boxes in parts of the page', (version) => {
    const found = read(
      alto(
        block(string('The', 100, 200) + string('Fla&#233;', 250, 200) + '<HYP CONTENT="-"/>') +
          block(string('mill', 0, 300)),
      ).replace('ns-v4', `ns-v${version}`),
    )
    expect(found).toEqual({
      text: 'The Flaé-\n\nmill',
      language: 'en',
      words: [
        [
          ['The', 1000, 1000, 1000, 100],
          ['Flaé-', 2500, 1000, 1000, 100],
        ],
        [['mill', 0, 1500, 1000, 100]],
      ],
    })
  })
  test('ALTO with a prefix, and without a size of the page: no boxes', () => {
    const prefixed = alto(block(string('mill', 1, 1)), '').replaceAll(/<(\/?)(?=[A-Za-z])/g, '<$1a:')
    expect(read(prefixed)).toMatchObject({ text: 'mill', words: [] })
  })
  test('PAGE: words, else lines, else regions, each text once', () => {
    const coords = '<Coords points="100,200 300,200 300,240 100,240"/>'
    const said = (text: string) => `<TextEquiv><Unicode>${text}</Unicode></TextEquiv>`
    const word = `<Word>${coords}${said('moulin')}</Word>`
    expect(
      read(pageXml(`<TextRegion><TextLine>${coords}${word}${said('moulin')}</TextLine>${said('moulin')}</TextRegion>`)),
    ).toEqual({
      ...{ text: 'moulin', language: 'fr' },
      words: [[['moulin', 1000, 1000, 2000, 200]]],
    })
    expect(read(pageXml(`<TextRegion><TextLine>${coords}${said('le moulin')}</TextLine></TextRegion>`))).toMatchObject({
      text: 'le moulin',
      words: [
        [
          ['le', 1000, 1000, 2000, 200],
          ['moulin', 1000, 1000, 2000, 200],
        ],
      ],
    })
    expect(read(pageXml(`<TextRegion>${said('le\nmoulin')}</TextRegion>`))).toMatchObject({
      text: 'le\nmoulin',
      words: [],
    })
  })
  test('PAGE: regions in the order in which they are read, in groups within groups; others come last', () => {
    const region = (id: string) => `<TextRegion id="${id}"><TextEquiv><Unicode>${id}</Unicode></TextEquiv></TextRegion>`
    const ref = (id: string, index?: number) =>
      `<RegionRef${index === undefined ? '' : `Indexed index="${index}"`} regionRef="${id}"/>`
    const order = `<ReadingOrder><OrderedGroup id="g">${ref('c', 2)}<UnorderedGroupIndexed index="1" id="h">${ref('b')}${ref('d')}</UnorderedGroupIndexed>${ref('a', 0)}${ref('e', 10)}</OrderedGroup></ReadingOrder>`
    const regions = ['x', 'e', 'd', 'c', 'b', 'a'].map(region).join('')
    expect(read(pageXml(order + regions)).text.split('\n\n')).toEqual(['a', 'b', 'd', 'c', 'e', 'x'])
    expect(read(pageXml(regions)).text.split('\n\n')).toEqual(['x', 'e', 'd', 'c', 'b', 'a'])
  })
  test('hOCR', () => {
    const word = (text: string, x: number) =>
      `<span class='ocrx_word' title='bbox ${x} 20 ${x + 100} 40; x_wconf 95'><strong>${text}</strong></span> `
    expect(
      read(hocr(`<p class="ocr_par"><span class="ocr_line">${word('A', 0)}${word('mill &amp; dam', 200)}</span></p>`)),
    ).toEqual({
      ...{ text: 'A mill & dam', language: 'en' },
      words: [
        [
          ['A', 0, 100, 1000, 100],
          ['mill', 2000, 100, 1000, 100],
          ['&', 2000, 100, 1000, 100],
          ['dam', 2000, 100, 1000, 100],
        ],
      ],
    })
  })
  test('plain text, also one that begins with a bracket', () => {
    expect(read('\uFEFF<html> the mill\r\nburned', 'PAGE.TXT')).toEqual({
      ...{ text: '<html> the mill\nburned', words: [] },
    })
  })
})

describe('what is refused, each with a sentence', () => {
  test.each([
    [
      'a box outside the page',
      alto(block(string('The', 10, 10) + string('mill', 5000, 10))),
      'The box of “mill” (line 1) is outside the page.',
    ],
    ['a box without a size', alto(block(string('mill', 10, 10, -50))), 'The box of “mill” (line 1) has no size.'],
    ['a cut file', alto(block(string('mill', 10, 10))).slice(0, -20), 'cut off'],
    ['cut hOCR', hocr('<span class="ocrx_word">a</span>').slice(0, -9), 'cut off'],
    ['two pages', alto(block(string('a', 1, 1)) + '</PrintSpace></Page><Page><PrintSpace>'), 'the text of 2 pages'],
    ['other XML', '<?xml version="1.0"?><svg/>', 'neither ALTO, PAGE nor hOCR'],
    ['a page of the web', '<html><p>Hello</p></html>', 'no hOCR'],
    ['nothing', ' \n', 'no text in it', 'page.txt'],
    ['six million bytes', 'mill  '.repeat(1_000_000), 'larger than', 'page.txt'],
    ['XML that is broken', alto('<TextBlock><TextLine>a</TextBlock></TextLine>'), '<TextLine> is not closed'],
    ['another file', 'mill', 'ends in one of .xml', 'page.docx'],
    ['five million letters', 'mill '.repeat(1_000_000), 'too long for one page', 'page.txt'],
    ['a picture', 'GIF89a\0\0', 'no text', 'page.txt'],
    ['deep nesting', alto('<a>'.repeat(100_000)), 'nested too deeply'],
  ])('%s', (_, source, sentence, name?: string) => {
    expect(() => read(source, name)).toThrow(sentence)
    expect(() => read(source, name)).toThrow(TextRefused)
  })
  test('another encoding', () => {
    expect(() => readText(Uint8Array.of(0x46, 0x6c, 0xe9), 'page.txt')).toThrow('not in UTF-8')
  })
  test('entities of a DTD stay letters', () => {
    const bomb = alto(block(string('&amp;b; &b;', 1, 1))).replace(
      '<alto',
      '<!DOCTYPE alto [<!ENTITY b "&b;&b;">]><alto',
    )
    expect(read(bomb)).toMatchObject({ text: '&b; &b;' })
  })
})

test('whatever the bytes are: an answer, and boxes on the page', () => {
  const valid = new TextEncoder().encode(alto(block(string('mill', 10, 10))))
  const damaged = fc.tuple(fc.nat(valid.length - 1), fc.nat(255)).map(([at, byte]) => valid.with(at, byte))
  const side = fc.double({ min: -100, max: 2200 })
  const sizes = fc.tuple(side, side, side, side)
  const moved = sizes.map(([x, y, w, h]) => new TextEncoder().encode(alto(block(string('mill', x, y, w, h)))))
  fc.assert(
    fc.property(fc.oneof(fc.uint8Array(), damaged, moved), (bytes) => {
      let found
      try {
        found = readText(bytes, 'page.xml')
      } catch (error) {
        expect(error).toBeInstanceOf(TextRefused)
        return
      }
      expect(v.is(wordBoxes, printBoxes(found.words))).toBe(true)
      for (const [, x, y, w, h] of found.words.flat()) {
        expect(Math.min(x, y)).toBeGreaterThanOrEqual(0)
        expect(Math.min(w, h)).toBeGreaterThanOrEqual(1)
        expect(Math.max(x + w, y + h)).toBeLessThanOrEqual(10_000)
      }
    }),
  )
})

describe('boxes after an edit', () => {
  const lines: WordBox[][] = [
    [
      ['The', 1, 1, 1, 1],
      ['miil', 2, 1, 1, 1],
      ['burned', 3, 1, 1, 1],
    ],
    [['down.', 1, 2, 1, 1]],
  ]
  test('stay for words that are still there', () => {
    expect(
      keepBoxes(lines, 'The mill burned\nright down.')
        .flat()
        .map(([word, x]) => [word, x]),
    ).toEqual([
      ['The', 1],
      ['burned', 3],
      ['down.', 1],
    ])
    expect(keepBoxes(lines, 'miil')).toEqual([[lines[0]![1]]])
    expect(keepBoxes(lines, '')).toEqual([])
  })
  test('are all there where nothing changed, and none is used twice or moved before another', () => {
    const word = fc.constantFrom('a', 'b', 'c')
    fc.assert(
      fc.property(fc.array(word), fc.array(word), (before, after) => {
        const old: WordBox[][] = [before.map((text, at) => [text, at, 0, 1, 1])]
        expect(keepBoxes(old, before.join(' ')).flat()).toEqual(old.flat())
        const kept = keepBoxes(old, after.join(' ')).flat()
        const places = kept.map(([, x]) => x)
        expect(places).toEqual([...new Set(places)].sort((a, b) => a - b))
      }),
    )
  })
})
