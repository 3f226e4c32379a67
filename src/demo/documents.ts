import { fullName, shortName } from './people.ts'
import { directory } from './items/newspaper-text.ts'
import { MINUTES, VOICES } from './items/recordings-table.ts'
import { createRandom } from './random.ts'
import type { Row } from './row.ts'
import type { BrannockBay } from './town.ts'

const LINES = 40
/** Letters that Windows-1252, in which PDF writes, has elsewhere than Latin-1. */
const ELSEWHERE: Record<string, string> = { '’': '\x92', '“': '\x93', '”': '\x94' }

/** A PDF of typed pages, whose words can be selected. */
function pdfOf(lines: readonly string[]): Buffer {
  const pages = Array.from({ length: Math.ceil(lines.length / LINES) }, (_, i) =>
    lines.slice(i * LINES, (i + 1) * LINES),
  )
  const kids = pages.map((_, i) => `${4 + 2 * i} 0 R`).join(' ')
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Count ${pages.length} /Kids [${kids}] >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Courier /Encoding /WinAnsiEncoding >>',
    ...pages.flatMap((page, i) => {
      const shown = page.map(
        (text) => `(${text.replace(/[\\()]/g, '\\$&').replace(/[’“”]/g, (each) => ELSEWHERE[each]!)}) Tj T*`,
      )
      const stream = `BT /F1 12 Tf 16 TL 72 710 Td ${shown.join(' ')} ET`
      const head = `/Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << /Font << /F1 3 0 R >> >>`
      return [
        `<< ${head} /Contents ${5 + 2 * i} 0 R >>`,
        `<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`,
      ]
    }),
  ]
  let [body, table] = ['%PDF-1.4\n', '0000000000 65535 f \n']
  for (const [i, object] of objects.entries()) {
    table += `${String(body.length).padStart(10, '0')} 00000 n \n`
    body += `${i + 1} 0 obj\n${object}\nendobj\n`
  }
  const size = objects.length + 1
  const trailer = `trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${body.length}\n%%EOF\n`
  return Buffer.from(`${body}xref\n0 ${size}\n${table}${trailer}`, 'latin1')
}

const RATE = 8000
/** Nobody speaks: a murmur as long as each sentence, and the clock of the room (WAV, mono, 8 bits). */
function soundOf(sentences: readonly { from: number; to: number }[]): Buffer {
  const data = Buffer.alloc(Math.ceil(sentences.at(-1)!.to + 1) * RATE, 128)
  for (let i = 0; i < data.length; i++) {
    const [at, beat] = [i / RATE, (i % RATE) / RATE]
    const said = sentences.some(({ from, to }) => at >= from && at < to - 0.5)
    const pitch = 130 + 25 * Math.sin(at * 2.1) + 12 * Math.sin(at * 7)
    const voice = said ? 26 * Math.sin(at * pitch) * Math.max(0, Math.sin(at * 13)) : 0
    data[i]! += voice + (beat < 0.004 ? 30 * Math.sin(i) : 0)
  }
  const head = Buffer.from(`RIFF....WAVEfmt ....................data....`, 'latin1')
  for (const [at, value] of [
    [4, data.length + 36],
    [16, 16],
    [20, 0x10001],
    [24, RATE],
    [28, RATE],
    [32, 0x80001],
    [40, data.length],
  ] as const)
    head.writeUInt32LE(value, at)
  return Buffer.concat([head, data])
}

const clock = (seconds: number) =>
  `00:${String(Math.floor(seconds / 60)).padStart(2, '0')}:${(seconds % 60).toFixed(3).padStart(6, '0')}`

/** Files of items: their rows, and what is in them by path. */
export function townDocuments({ items, ...town }: BrannockBay, seed: string) {
  const contents = new Map<string, Buffer>()
  const rows: Row[] = []
  const add = (item: number, file: string, bytes: Buffer, more: Row) => {
    contents.set(`files/${file}`, bytes)
    const none = { text: '', text_language: '', text_source: '', text_by: '', chapters: '' }
    rows.push({ id: rows.length + 1, item, file: `files/${file}`, file_name: file, ...none, ...more })
  }
  const itemOf = (title: string) => items.find((each) => each.title === title)!.id
  const { shops, people } = directory(town, createRandom(`${seed}/directory`), 18910101)
  const listed = ['DIRECTORY OF BRANNOCK BAY, 1891', '', ...shops.sort(), '', 'WHO IS WHO', '', ...people]
  add(itemOf('Brannock Bay becomes a town'), 'directory-1891.pdf', pdfOf(listed), { label: 'A directory of the town' })
  add(itemOf('Centennial Day and a society'), 'minutes-1967.pdf', pdfOf(MINUTES), { label: 'The minutes, as typed' })
  for (const [subject, said] of Object.entries(VOICES)) {
    const item = items.find(
      ({ type, subjects, visibility }) =>
        type === 'oral_history' && visibility === 'published' && subjects.includes(subject),
    )
    if (!item) continue
    const speaker = item.contributors[0]!
    let at = 1
    const cues = said.split(/(?<=[.?!]) /).map((text) => ({ text, from: at, to: (at += 1.2 + text.length / 14) }))
    const vtt = cues.map(
      ({ text, from, to }, i) =>
        `\n${clock(from)} --> ${clock(to)}\n<v ${i === 0 ? 'Interviewer' : fullName(speaker)}>${text}\n`,
    )
    const half = cues[Math.ceil(cues.length / 2)]!.from
    const chapters = `WEBVTT\n\n${clock(0)} --> ${clock(half)}\nHow it began\n\n${clock(half)} --> ${clock(at)}\nWhat came of it\n`
    const more = { text: `WEBVTT\n${vtt.join('')}`, text_language: 'en', text_source: 'typed', chapters }
    add(item.id, `interview-${subject}.wav`, soundOf(cues), { label: `Interview with ${shortName(speaker)}`, ...more })
  }
  return { rows, contents }
}
