import { FILE_FORMATS, type FileKind, type FileLink } from '#contract/file.ts'
import type { Item } from '#contract/item.ts'
import type { RecordText } from '#contract/text.ts'
import { fileAddress } from '#rules/media/site-media.ts'
import { clock, isVtt, parseVtt, type Cue } from '#rules/texts/webvtt.ts'

/** A sentence and the anchor of its moment; '' where a moment has one already. */
export interface Said {
  anchor: string
  text: string
}
/** What one person says, or what is said until a pause. */
export interface Passage {
  speaker: string
  said: Said[]
}
/** A sound or a video of the archive, with what is said in it. */
export interface OwnRecording {
  id: number
  kind: Exclude<FileKind, 'document'>
  src: string
  type: string
  title: string
  /** `1:02:03`, or '' if it is not known. */
  length: string
  language: string
  passages: Passage[]
  /** A transcript without times. */
  plain: string
  chapters: { anchor: string; time: string; title: string }[]
}

/** Seconds of silence, and sentences, after which a passage ends. */
const PAUSE = 4
const LONGEST = 8

/** The sounds and videos of an item, in their order. */
export function ownRecordings(item: Item, base: string, texts: readonly RecordText[]): OwnRecording[] {
  const files = item.item_files.filter(({ format }) => FILE_FORMATS[format][0] !== 'document')
  return files.map((file, at) => ownRecording(file, { base, text: texts.find((each) => each.file === file.id), at }))
}

function ownRecording(
  file: FileLink,
  { base, text, at }: { base: string; text: RecordText | undefined; at: number },
): OwnRecording {
  const [kind, type] = FILE_FORMATS[file.format]
  // The moments of the first one are those of the address: `?t=1860`.
  const anchorOf = ({ start }: Cue) => `${at === 0 ? '' : `r${file.id}`}t${Math.floor(start)}`
  const written = text?.text ?? ''
  const cues = isVtt(written) ? parseVtt(written).cues : []
  const nearest = (start: number) => cues.find((cue) => Math.floor(cue.start) >= Math.floor(start))
  return {
    id: file.id,
    kind: kind as OwnRecording['kind'],
    src: base + fileAddress(file),
    type,
    title: file.label || (kind === 'video' ? 'Video' : 'Recording'),
    length: file.duration === null ? '' : clock(file.duration),
    language: text?.text_language ?? '',
    passages: passagesOf(cues, anchorOf),
    plain: isVtt(written) ? '' : written,
    chapters: parseVtt(text?.chapters ?? '').cues.map((cue) => ({
      anchor: anchorOf(nearest(cue.start) ?? cue),
      time: clock(cue.start),
      title: cue.text,
    })),
  }
}

function passagesOf(cues: readonly Cue[], anchorOf: (cue: Cue) => string): Passage[] {
  const passages: Passage[] = []
  const used = new Set<string>()
  let before: Cue | undefined
  for (const cue of cues) {
    const last = passages.at(-1)
    const goes = last && before?.speaker === cue.speaker && cue.start - before.end < PAUSE && last.said.length < LONGEST
    const anchor = used.has(anchorOf(cue)) ? '' : anchorOf(cue)
    used.add(anchor)
    const said = { anchor, text: cue.text }
    if (goes) last.said.push(said)
    else passages.push({ speaker: before?.speaker === cue.speaker ? '' : cue.speaker, said: [said] })
    before = cue
  }
  return passages
}
