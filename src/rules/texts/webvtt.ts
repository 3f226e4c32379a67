/** What somebody says from one second to another. */
export interface Cue {
  start: number
  end: number
  /** From a voice (`<v Mary>`); '' if it is not said. */
  speaker: string
  text: string
}

const HEAD = /^\uFEFF?WEBVTT(?![^ \t\n])/
/** Whether a text is meant as WebVTT: with times. Any other is plain. */
export const isVtt = (text: string): boolean => HEAD.test(text)

const TIME = /^(?:(\d{2,4}):)?([0-5]\d):([0-5]\d)\.(\d{3})$/
function secondsOf(time: string): number | undefined {
  const [, hours = '0', minutes, seconds, thousandths] = TIME.exec(time) ?? []
  return (
    (minutes && (Number(hours) * 3_600_000 + Number(minutes) * 60_000 + Number(`${seconds}${thousandths}`)) / 1000) ||
    (minutes ? 0 : undefined)
  )
}

const SIGNS: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', nbsp: ' ', lrm: '', rlm: '' }
const plain = (text: string) =>
  text
    .replaceAll(/<[^<>]*>/g, '')
    .replaceAll(/&(\w{2,4});/g, (all, name: string) => SIGNS[name] ?? all)
    .replaceAll(/\s+/g, ' ')
    .trim()

/** The voices of a cue, each with what it says. */
function voicesOf(payload: string): [speaker: string, text: string][] {
  return payload.split(/<v(?=[.\s])/).flatMap((part, at): [string, string][] => {
    const [, name = '', said = ''] =
      at === 0 ? ['', '', part] : (/^[^\s>]*\s([^<>]*)>([^]*)$/.exec(part) ?? ['', '', part])
    const text = plain(said)
    return text ? [[plain(name), text]] : []
  })
}

/** Reads WebVTT (W3C). `problem` names the line of the first time that is wrong; cues after it are read all the same. */
export function parseVtt(source: string): { cues: Cue[]; problem?: string } {
  const cues: Cue[] = []
  let problem: string | undefined
  const lines = source.replaceAll(/\r\n?/g, '\n').split('\n')
  if (!isVtt(source)) return { cues, problem: 'The first line of WebVTT is WEBVTT.' }
  for (let at = 1; at < lines.length; at++) {
    const line = lines[at]!
    // A note with an arrow in it is none (§4.1).
    const [from, rest] = line.split('-->', 2)
    if (rest === undefined) continue
    const [start, end] = [secondsOf(from!.trim()), secondsOf(rest.trim().split(/[ \t]/, 1)[0]!)]
    const says = `Line ${at + 1}: “${line.slice(0, 60)}”`
    if (start === undefined || end === undefined)
      problem ??= `${says} has no times such as 00:01:02.000 --> 00:01:05.500.`
    else if (end <= start) problem ??= `${says} ends before it begins.`
    else if (start < (cues.at(-1)?.start ?? 0)) problem ??= `${says} begins before the one above it.`
    const payload: string[] = []
    while (lines[at + 1] && !lines[at + 1]!.includes('-->')) payload.push(lines[(at += 1)]!)
    if (start === undefined || end === undefined || end <= start) continue
    for (const [speaker, text] of voicesOf(payload.join('\n'))) cues.push({ start, end, speaker, text })
  }
  return problem === undefined ? { cues } : { cues, problem }
}

/** Why a text that is meant as WebVTT is none; undefined if it is, and for plain text. */
export const vttProblem = (text: string): string | undefined => (isVtt(text) ? parseVtt(text).problem : undefined)
