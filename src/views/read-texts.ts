import type { Item } from '#contract/item.ts'
import type { RecordText } from '#contract/text.ts'
import { textAddress } from '#rules/media/site-media.ts'
import { clock } from '#rules/texts/clock.ts'
import { isVtt, parseVtt, type Cue } from '#rules/texts/webvtt.ts'
import type { ItemTexts, Passage, ScanText, Transcript } from './item-texts.ts'

const LONG = 1500

function sourceOf({ text_source: source, text_by: by }: RecordText): string {
  if (source === 'machine') return 'Read by machine, not checked.'
  const word = { '': by && 'Text', unread: '', typed: 'Typed', file: 'From a file', checked: 'Checked' }[source]
  return word && `${word}${by ? ` by ${by}` : ''}.`
}

/** The texts of an item's scans, in their order. */
function scanTexts({ id: item, item_scans: scans }: Item, texts: readonly RecordText[], base: string): ScanText[] {
  const written = texts.filter(({ scan }) => scan !== null)
  const whole = base + textAddress('item', item, 'txt', written)
  return scans.flatMap(({ id }, at) =>
    texts
      .filter(({ scan, text }) => scan === id && text !== '')
      .map((each) => ({
        id: `text-${at + 1}`,
        heading: scans.length === 1 ? 'What is written here' : `Page ${at + 1}`,
        text: each.text,
        language: each.text_language,
        source: sourceOf(each),
        files: [
          { name: 'Plain text', href: base + textAddress('text', id, 'txt', [each]) },
          { name: 'ALTO', href: base + textAddress('text', id, 'xml', [each]) },
          ...(each === written[0] && written[1] ? [{ name: 'Plain text of all pages', href: whole }] : []),
        ],
        isLong: each.text.length > LONG,
      })),
  )
}

/** What is written on the scans of an item, and said in its recordings: for built pages. @param base where files are */
export const itemTexts = (item: Item, texts: readonly RecordText[], base: string): ItemTexts => ({
  scans: scanTexts(item, texts, base),
  transcriptOf: ({ id }, at) => transcriptOf(id, at, texts),
})

/** Seconds of silence, and sentences, after which a passage ends. */
const PAUSE = 4
const LONGEST = 8

/** @param at the place of the recording among those of its item. */
function transcriptOf(id: number, at: number, texts: readonly RecordText[]): Transcript {
  const text = texts.find(({ file }) => file === id)
  // The moments of the first one are those of the address: `?t=1860`.
  const anchorOf = ({ start }: Cue) => `${at === 0 ? '' : `r${id}`}t${Math.floor(start)}`
  const written = text?.text ?? ''
  const cues = isVtt(written) ? parseVtt(written).cues : []
  const nearest = (start: number) => cues.find((cue) => Math.floor(cue.start) >= Math.floor(start))
  return {
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
