import fc from 'fast-check'
import { expect, test } from 'vitest'
import { clock } from '#rules/texts/clock.ts'
import { isVtt, parseVtt, vttProblem, type Cue } from '#rules/texts/webvtt.ts'
import { printVtt } from './print-vtt.ts'

const words = fc.stringMatching(/^[\w&<>;é“”.!?-]+( [\w&<>;é“”.!?-]+){0,5}$/).filter((text) => !/\s{2}/.test(text))
const cue = fc.record({
  start: fc.integer({ min: 0, max: 9_000_000 }).map((ms) => ms / 1000),
  length: fc.integer({ min: 1, max: 60_000 }),
  // With its bracket it would be an arrow, which ends a cue (seed 1685294770).
  speaker: fc.oneof(fc.constant(''), words).filter((name) => !name.endsWith('--')),
  text: words,
})
const cues = fc.array(cue, { maxLength: 20 }).map((list) =>
  list
    .map(({ start, length, speaker, text }): Cue => ({
      ...{ start, speaker, text },
      end: (Math.round(start * 1000) + length) / 1000,
    }))
    .sort((a, b) => a.start - b.start),
)

test('what is printed is read as it was', () => {
  fc.assert(fc.property(cues, (list) => void expect(parseVtt(printVtt(list))).toEqual({ cues: list })))
})

test('voices, tags, entities, settings, notes and line ends of other programs are read', () => {
  const text = `\uFEFFWEBVTT - Side A\r\n\r\nNOTE made by hand\r\n\r\n1\r\n00:01.000 --> 00:04.500 align:start\r\n<v.loud Mary Dole>I was <i>born</i>\r\nin &amp; of 1910.</v>\r\n<v Tom>Where?\r\n\r\n01:00:05.000 --> 01:00:06.000\r\nHere.`
  expect(parseVtt(text)).toEqual({
    cues: [
      { start: 1, end: 4.5, speaker: 'Mary Dole', text: 'I was born in & of 1910.' },
      { start: 1, end: 4.5, speaker: 'Tom', text: 'Where?' },
      { start: 3605, end: 3606, speaker: '', text: 'Here.' },
    ],
  })
})

test.each([
  ['WEBVTT\n\n00:01.000 --> 00:61.000\nA', 'Line 3: “00:01.000 --> 00:61.000” has no times'],
  ['WEBVTT\n\nx\n1:2 --> 3\nA', 'Line 4'],
  ['WEBVTT\n\n00:05.000 --> 00:04.000\nA', 'ends before it begins'],
  ['WEBVTT\n\n00:05.000 --> 00:06.000\nA\n\n00:01.000 --> 00:02.000\nB', 'Line 6'],
])('a broken time names its line: %s', (text, problem) => {
  expect(vttProblem(text)).toContain(problem)
})

test('plain text has no times to be wrong', () => {
  expect([isVtt('WEBVTTED'), isVtt('WEBVTT'), vttProblem('Mary: 1 --> 2')]).toEqual([false, true, undefined])
})

test.each(['<', '<v ', '&', '-->', '\n', '00:', ' ', '<v a>', '\r'])('1 MB of %j take no time', (sign) => {
  const text = `WEBVTT\n\n00:00.000 --> 00:01.000\n${sign.repeat(1_000_000 / sign.length)}`
  const began = performance.now()
  parseVtt(text)
  expect(performance.now() - began).toBeLessThan(2_000)
})

test('a moment is written as people read it', () => {
  expect([0, 65.9, 3600, 36_061].map(clock)).toEqual(['0:00', '1:05', '1:00:00', '10:01:01'])
})

test('an arrow in a cue ends it, and is told', () => {
  expect(parseVtt('WEBVTT\n\n00:00.000 --> 00:01.000\n<v Who -->Yes')).toEqual({
    cues: [],
    problem: expect.stringContaining('Line 4'),
  })
})
