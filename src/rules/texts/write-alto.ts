import { escapeMarkup, XML } from '../markup/xml.ts'
import { serviceSize } from '../media/iiif-image.ts'
import type { TextPage } from '../media/iiif-texts.ts'
import { around, placeWords, type Word } from './word-boxes.ts'

/** What is written on a scan as ALTO 4, in pixels of its canvas: every word, and its box where that is known. */
export function writeAlto({ text, language, lines, ...scan }: TextPage): string {
  const { width, height } = serviceSize(scan)
  const place = (words: readonly Word[]) => {
    const box = around(words, { width, height })
    return box ? ` HPOS="${box.x}" VPOS="${box.y}" WIDTH="${box.width}" HEIGHT="${box.height}"` : ''
  }
  const written = placeWords(lines, text).map((words) => {
    const strings = words.map((word) => `<String CONTENT="${escapeMarkup(word[0])}"${place([word])}/>`)
    return strings.length > 0 ? `<TextLine${place(words)}>${strings.join('<SP/>')}</TextLine>` : ''
  })
  // Paragraphs are apart by an empty line.
  const blocks = written.join('\n').split(/\n{2,}/)
  const said = language && ` LANG="${escapeMarkup(language)}"`
  const size = `WIDTH="${width}" HEIGHT="${height}"`
  return `${XML}<alto xmlns="http://www.loc.gov/standards/alto/ns-v4#" SCHEMAVERSION="4.4">
<Description><MeasurementUnit>pixel</MeasurementUnit></Description>
<Layout><Page ID="page" PHYSICAL_IMG_NR="1" ${size}><PrintSpace HPOS="0" VPOS="0" ${size}>
${blocks.map((block, at) => `<TextBlock ID="block-${at + 1}"${said}>\n${block}\n</TextBlock>`).join('\n')}
</PrintSpace></Page></Layout>
</alto>
`
}
