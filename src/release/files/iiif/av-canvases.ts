import { fileFormat } from '#contract/file.ts'
import type { Item } from '#contract/item.ts'
import type { RecordText } from '#contract/text.ts'
import { captionsAddress, fileAddress } from '#rules/media/site-media.ts'
import { isVtt, parseVtt } from '#rules/texts/webvtt.ts'
import { label, ownLabel, paintedCanvas, type BaseUrls } from './common.ts'

/** Pixels of a video, whose own are not known: viewers fit it in. */
const SIZE = { width: 1280, height: 720 }

/** Sounds and videos of an item, in their order; one whose length is not known can have no canvas (Presentation API 3 §5.3). */
const recordings = ({ item_files }: Item) =>
  item_files.flatMap((file) => {
    const [kind, format] = fileFormat(file.format) ?? []
    const { duration } = file
    return kind === undefined || kind === 'document' || !duration ? [] : [{ ...file, duration, kind, mime: format }]
  })
const canvasOf = (base: string, id: number) => `${base}/canvas/file-${id}`

/** A canvas of each recording (Cookbook 0002, 0003), with its transcript as captions (0219) and a picture before or beside it (0013, 0014). */
export const avCanvases = (
  item: Item,
  base: string,
  { site, pictures }: BaseUrls,
  texts: readonly RecordText[],
  picture: { thumbnail: object[] } | undefined,
): object[] =>
  recordings(item).map((file) => {
    const { kind, mime, duration } = file
    const id = canvasOf(base, file.id)
    const size = kind === 'video' ? { ...SIZE, duration } : { duration }
    const type = kind === 'video' ? 'Video' : 'Sound'
    const body = { id: new URL(pictures + fileAddress(file), site).href, type, format: mime, ...size }
    const { text = '', text_language: language, version } = texts.find((each) => each.file === file.id) ?? {}
    const said = { id: new URL(pictures + captionsAddress(file, version), site).href, type: 'Text', format: 'text/vtt' }
    const captions = { ...said, label: ownLabel('Transcript'), ...(language && { language }) }
    const note = { id: `${id}/captions`, type: 'Annotation', motivation: 'supplementing', body: captions, target: id }
    const annotations = isVtt(text) && [{ id: `${id}/annotations`, type: 'AnnotationPage', items: [note] }]
    const name = file.label ? label(file.label) : ownLabel('Recording')
    const beside = kind === 'video' ? 'placeholderCanvas' : 'accompanyingCanvas'
    const shown = picture && { thumbnail: picture.thumbnail, [beside]: picture }
    return paintedCanvas(id, { label: name, ...size, ...shown, ...(annotations && { annotations }) }, body)
  })

/** The chapters of recordings as ranges (Cookbook 0026). */
export function chapterRanges(item: Item, base: string, texts: readonly RecordText[]): { structures?: object[] } {
  const structures = recordings(item).flatMap((file) => {
    const { cues } = parseVtt(texts.find((each) => each.file === file.id)?.chapters ?? '')
    const canvas = canvasOf(base, file.id)
    const range = (id: string, name: object, items: object[]) => ({ id, type: 'Range', label: name, items })
    const chapters = cues.map(({ start, end, text }, at) => {
      const part = { id: `${canvas}#t=${start},${end}`, type: 'Canvas' }
      return range(`${base}/range/file-${file.id}/${at + 1}`, label(text), [part])
    })
    return chapters.length > 0 ? [range(`${base}/range/file-${file.id}`, ownLabel('Chapters'), chapters)] : []
  })
  return structures.length > 0 ? { structures } : {}
}
