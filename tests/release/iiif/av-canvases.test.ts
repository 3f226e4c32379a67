import { expect, test } from 'vitest'
import { avCanvases, chapterRanges } from '#release/files/iiif/av-canvases.ts'
import { printVtt } from '../../rules/texts/print-vtt.ts'
import { anItem } from '../../snapshot/pages/browse/small-archive.ts'

const places = { site: 'https://town.example', api: 'https://town.example', pictures: '' }
const file = { order: 1, file_name: '', bytes: 9, pages: null, duration: 60.5, version: '0123456789abcdef' }
const item = anItem(1, {
  item_files: [
    { ...file, id: 4, format: 'pdf' },
    { ...file, id: 5, format: 'mp3', label: 'Side A' },
    { ...file, id: 6, format: 'webm' },
    { ...file, id: 7, format: 'ogg', duration: null },
  ],
})

test('each recording of a known length has a canvas of that length', () => {
  const [sound, video, ...none] = avCanvases(item, 'b', places, [], undefined) as Record<string, never>[]
  expect(none).toEqual([])
  expect(sound).toMatchObject({ id: 'b/canvas/file-5', type: 'Canvas', duration: 60.5 })
  expect(sound).not.toHaveProperty('width')
  const body = { id: 'https://town.example/media/file/5/0123456789abcdef.mp3', type: 'Sound', format: 'audio/mpeg' }
  expect(sound).toMatchObject({ items: [{ items: [{ motivation: 'painting', target: 'b/canvas/file-5', body }] }] })
  expect(video).toMatchObject({ width: 1280, height: 720, duration: 60.5 })
  expect(JSON.stringify(video)).toContain('"type":"Video","format":"video/webm"')
})

const picture = { id: 'b/canvas/1', thumbnail: [{ id: 'b.jpg' }] }
const text = {
  item: 1,
  scan: null,
  file: 5,
  text: '',
  text_language: '',
  text_source: '' as const,
  text_by: '',
  version: '0a',
}

test('a transcript with times is supplementing: captions of its canvas', () => {
  const said = { ...text, chapters: '', text: 'WEBVTT\n\n00:01.000 --> 00:02.000\nMill', text_language: 'fr' }
  const [sound, video] = avCanvases(item, 'b', places, [said], picture) as Record<string, never>[]
  const id = 'https://town.example/media/file/5/0123456789abcdef.vtt?v=0a'
  const body = { id, type: 'Text', format: 'text/vtt', label: { 'en-CA': ['Transcript'] }, language: 'fr' }
  expect(sound).toMatchObject({
    annotations: [
      { type: 'AnnotationPage', items: [{ motivation: 'supplementing', target: 'b/canvas/file-5', body }] },
    ],
  })
  expect(video).not.toHaveProperty('annotations')
  // A picture is no canvas between them, which players would play nothing of.
  expect(sound).toMatchObject({ accompanyingCanvas: picture, thumbnail: picture.thumbnail })
  expect(video).toMatchObject({ placeholderCanvas: picture })
  expect(avCanvases(item, 'b', places, [{ ...said, text: 'Mary: The mill.' }], undefined)[0]).not.toHaveProperty(
    'annotations',
  )
})

test('chapters are ranges of their canvas', () => {
  const chapters = printVtt([{ start: 0, end: 20.5, speaker: '', text: 'The mill' }])
  expect(chapterRanges(item, 'b', [{ ...text, chapters }])).toMatchObject({
    structures: [{ items: [{ type: 'Range', items: [{ id: 'b/canvas/file-5#t=0,20.5', type: 'Canvas' }] }] }],
  })
  expect(chapterRanges(item, 'b', [{ ...text, chapters: '' }])).toEqual({})
})
