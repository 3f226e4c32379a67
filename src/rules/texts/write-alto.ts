import { escapeMarkup, XML } from '../markup/xml.ts'
import { serviceSize } from '../media/iiif-image.ts'
import type { TextPage } from '../media/iiif-texts.ts'
import { around, placeWords, type WordBox } from './word-boxes.ts'

/** What is written on a scan as ALTO 4, in pixels of its canvas: every word, and its box where that is known. */
export function writeAlto({ text, language, lines, ...scan }: TextPage): string {
  const { width, height } = serviceSize(scan)
  const place = (words: ReturnType<typeof placeWords>[number]) => {
    const boxes = words.filter((word): word is WordBox => word.length > 1)
    const box = around(boxes, { width, height })
    return box ? ` HPOS="${box.x}" VPOS="${box.y}" WIDTH="${box.width}" HEIGHT="${box.height}"` : ''
  }
  const said = language && ` LANG="${escapeMarkup(language)}"`
  // A paragraph each: they are apart by an empty line.
  let blocks = 0
  let isOpen = false
  const written = placeWords(lines, text).map((words) => {
    const strings = words.map((word) => `<String CONTENT="${escapeMarkup(word[0])}"${place([word])}/>`)
    const end = isOpen && words.length === 0 ? '</TextBlock>\n' : ''
    const begin = !isOpen && words.length > 0 ? `<TextBlock ID="block-${(blocks += 1)}"${said}>\n` : ''
    isOpen = words.length > 0
    return end + begin + (isOpen ? `<TextLine${place(words)}>${strings.join('<SP/>')}</TextLine>\n` : '')
  })
  const size = `WIDTH="${width}" HEIGHT="${height}"`
  return `${XML}<alto xmlns="http://www.loc.gov/standards/alto/ns-v4#" SCHEMAVERSION="4.4">
<Description><MeasurementUnit>pixel</MeasurementUnit></Description>
<Layout><Page ID="page" PHYSICAL_IMG_NR="1" ${size}><PrintSpace HPOS="0" VPOS="0" ${size}>
${written.join('')}${isOpen ? '</TextBlock>\n' : ''}</PrintSpace></Page></Layout>
</alto>
`
}
