import { gzipSync } from 'node:zlib'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { OwnRecordingCard } from '#components/record/OwnRecordingCard.tsx'
import type { Cue } from '#rules/texts/webvtt.ts'
import { printVtt } from '../rules/texts/print-vtt.ts'
import { itemTexts } from '#views/read-texts.ts'
import { ownRecordings } from '#views/own-recordings.ts'
import { anItem } from '../snapshot/pages/browse/small-archive.ts'

const cue = (start: number, text: string, speaker = ''): Cue => ({ start, end: start + 2, speaker, text })
const file = { order: 1, label: '', file_name: '', bytes: 9, pages: null, duration: 7265, version: '0123456789abcdef' }
const item = anItem(1, {
  item_files: [
    { ...file, id: 4, format: 'pdf' },
    { ...file, id: 5, format: 'mp3', label: 'Side A' },
    { ...file, id: 6, format: 'mp4', duration: null },
  ],
} as never)
const said = (text: string, chapters = '', at = 5) =>
  itemTexts(
    item,
    [
      {
        ...{ item: 1, scan: null, file: at, text, text_language: 'fr', text_source: 'typed' as const, text_by: '' },
        ...{ chapters, version: '0a' },
      },
    ],
    '',
  )
const htmlOf = (text: string, chapters = '') =>
  renderToStaticMarkup(
    createElement(OwnRecordingCard, {
      recording: ownRecordings(item, '', said(text, chapters))[0]!,
      level: 2,
      poster: undefined,
    }),
  )

test('recordings of an item, and not its documents, with all that is said, by person', () => {
  const [side, video] = ownRecordings(
    item,
    '',
    said(
      printVtt([
        cue(1, 'Where were you born?', 'Tom'),
        cue(3.2, 'Here.', 'Mary'),
        cue(3.6, 'In 1910.', 'Mary'),
        cue(60, 'At the mill.', 'Mary'),
      ]),
      printVtt([cue(0, 'Childhood'), cue(50, 'The mill')]),
    ),
  )
  expect(side).toMatchObject({
    ...{ src: '/media/file/5/0123456789abcdef.mp3', type: 'audio/mpeg', title: 'Side A', length: '2:01:05' },
    passages: [
      { speaker: 'Tom', said: [{ anchor: 't1', text: 'Where were you born?' }] },
      {
        speaker: 'Mary',
        said: [
          { anchor: 't3', text: 'Here.' },
          { anchor: '', text: 'In 1910.' },
        ],
      },
      { speaker: '', said: [{ anchor: 't60', text: 'At the mill.' }] },
    ],
    // A chapter leads to the first sentence of it.
    chapters: [
      { anchor: 't1', time: '0:00', title: 'Childhood' },
      { anchor: 't60', time: '0:50', title: 'The mill' },
    ],
  })
  expect(video).toMatchObject({ kind: 'video', title: 'Video', length: '', passages: [], plain: '' })
})

test('nothing is loaded before it is played; what is said is text, with links to its moments', () => {
  const html = htmlOf(printVtt([cue(1, 'I was <born> & “raised”.', 'Mary')]))
  expect(html).toContain('<audio controls="" preload="none"')
  expect(html).toContain('<b>Mary: </b><a id="t1" href="#t1">I was &lt;born&gt; &amp; “raised”.</a>')
  expect(html).toContain('lang="fr"')
})

test('a transcript without times is shown as it is', () => {
  expect(htmlOf('Mary: I was born here.\nTom: When?')).toContain('Mary: I was born here.\nTom: When?')
})

test('what is said in two hours', () => {
  const words = [
    'mill',
    'river',
    'father',
    'worked',
    'morning',
    'the',
    'and',
    'we',
    'flood',
    'bridge',
    'school',
    'winter',
  ]
  let seed = 7
  const word = () => words[(seed = (seed * 16807) % 2147483647) % words.length]! + (seed % 97)
  const cues = Array.from({ length: 1440 }, (_, at) =>
    cue(at * 5, `${Array.from({ length: 10 }, word).join(' ')}.`, at % 20 < 4 ? 'Interviewer' : 'Mary Dole'),
  )
  const html = htmlOf(printVtt(cues))
  const text = cues.reduce((sum, each) => sum + each.text.length, 0)
  // Half as much as is said, and compressed as it is sent.
  expect(html.length - text).toBeLessThan(60_000)
  expect(gzipSync(html).length).toBeLessThan(60_000)
})
