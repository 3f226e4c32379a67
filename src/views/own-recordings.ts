import { fileFormat, type FileKind } from '#contract/file.ts'
import type { Item } from '#contract/item.ts'
import { fileAddress } from '#rules/media/site-media.ts'
import { clock } from '#rules/texts/clock.ts'
import type { ItemTexts, Transcript } from './item-texts.ts'

/** A sound or a video of the archive. */
export interface OwnRecording extends Transcript {
  id: number
  kind: Exclude<FileKind, 'document'>
  src: string
  type: string
  title: string
  /** `1:02:03`, or '' if it is not known. */
  length: string
}

/** The sounds and videos of an item, in their order. */
export const ownRecordings = (item: Item, base: string, { transcriptOf }: ItemTexts): OwnRecording[] =>
  item.item_files
    .flatMap((file) => {
      const [kind, type] = fileFormat(file.format) ?? []
      return kind === 'audio' || kind === 'video' ? { file, kind, type: type! } : []
    })
    .map(({ file, kind, type }, at) => ({
      ...{ id: file.id, kind, type, src: base + fileAddress(file) },
      title: file.label || (kind === 'video' ? 'Video' : 'Recording'),
      length: file.duration === null ? '' : clock(file.duration),
      ...transcriptOf(file, at),
    }))
