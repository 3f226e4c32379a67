import { fileOf, planPictures } from '#demo/plan-pictures.ts'
import { renderPictures } from '#demo/pictures/render.ts'
import { foundTown, SEED } from '#demo/town.ts'
import { editDistance } from '#rules/search/edit-distance.ts'
import { ocrPage } from '#server/scans/ocr-page.ts'
import type { Figure } from '../figures.ts'

/** Every so many of the demo's pages of a kind is read. */
const EACH = 8
const KINDS = { newspaper: 3, 'paper-record': 1 } as const
const plain = (text: string) => text.replaceAll(/\s+/g, ' ').trim()

/** Reading by machine against the texts of the demo's newspapers and letters: letters that are wrong, of a hundred. */
export async function readDemoPages(say: (line: string) => void): Promise<Figure[]> {
  const { pictures, scans } = planPictures(foundTown(SEED), SEED)
  const texts = new Map(scans.map(({ file, text }) => [String(file), plain(String(text))]))
  const figures: Figure[] = []
  for (const [kind, most] of Object.entries(KINDS)) {
    const written = pictures.filter((picture) => picture.name.includes(kind) && texts.get(fileOf(picture)))
    const chosen = written.filter((_, at) => at % EACH === 0)
    say(`Reading ${chosen.length} pages (${kind}) by machine …`)
    let [wrong, letters, time] = [0, 0, 0]
    await renderPictures(chosen, async (file, bytes) => {
      const began = performance.now()
      const found = await ocrPage(bytes, 0, 'en')
      time += performance.now() - began
      const text = texts.get(file)!
      wrong += editDistance(text, plain(found?.text ?? ''))
      letters += text.length
    })
    figures.push({
      name: `Reading by machine, letters that are wrong (${kind})`,
      ...{ value: (100 * wrong) / letters, unit: '%', bound: { most } },
      from: `${wrong} of ${letters.toLocaleString('en')} on ${chosen.length} pages, ${(time / 1000 / chosen.length).toFixed(1)} s a page`,
    })
  }
  return figures
}
