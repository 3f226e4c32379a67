import type { Cue } from '#rules/texts/webvtt.ts'

const timeOf = (seconds: number) => {
  const thousandths = Math.round(seconds * 1000)
  const two = (value: number, digits = 2) => String(Math.floor(value)).padStart(digits, '0')
  return `${two(thousandths / 3_600_000)}:${two((thousandths / 60_000) % 60)}:${two((thousandths / 1000) % 60)}.${two(thousandths % 1000, 3)}`
}
const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** Writes cues as WebVTT. An arrow ends a cue, wherever it stands (§4.1). */
export const printVtt = (cues: readonly Cue[]): string =>
  `WEBVTT\n${cues.map(({ start, end, speaker, text }) => `\n${timeOf(start)} --> ${timeOf(end)}\n${speaker ? `<v ${escaped(speaker)}>` : ''}${escaped(text)}\n`).join('')}`
