import type { Doubt } from './doubts.ts'
import { readXml } from './xml.ts'

/** The text of a cell, and why it looks wrong. */
export interface Shown {
  text: string
  doubt?: Doubt | undefined
}

/** Formats that Excel knows by number (ECMA-376, 18.8.30); those of East Asia are days and times, too. */
const KNOWN: Record<number, string> = {
  ...{ 1: '0', 2: '0.00', 14: 'm/d/yyyy', 15: 'd-mmm-yy', 16: 'd-mmm', 17: 'mmm-yy', 18: 'h:mm', 19: 'h:mm:ss' },
  ...{ 20: 'h:mm', 21: 'h:mm:ss', 22: 'm/d/yyyy h:mm', 45: 'mm:ss', 46: 'h:mm:ss', 47: 'mm:ss' },
  ...Object.fromEntries([27, 28, 29, 30, 31, 36, 50, 51, 52, 53, 54, 57, 58].map((id) => [id, 'yyyy/m/d'])),
  ...Object.fromEntries([32, 33, 34, 35, 55, 56].map((id) => [id, 'h:mm'])),
}

/** The format of each style of cells, from the styles of a workbook. */
export async function readFormats(styles: AsyncIterable<Uint8Array>): Promise<string[]> {
  const own = new Map<string, string>()
  let formats: string[] = []
  for await (const { name, attributes } of readXml(styles, ['numFmt', 'xf'], ['cellXfs'])) {
    const { numFmtId: id = '0', formatCode = '' } = attributes
    // Those of named styles come before.
    if (name === 'cellXfs') formats = []
    else if (name === 'numFmt') own.set(id, formatCode)
    else formats.push(own.get(id) ?? KNOWN[Number(id)] ?? '')
  }
  return formats
}

/** The time of a day without one. */
export const MIDNIGHT = /T00:00:00(?:\.0+)?Z?$/
const PLAIN = new Intl.NumberFormat('en', { useGrouping: false, maximumSignificantDigits: 15 })
/** A number without an exponent, at the 15 digits that spreadsheets keep; other texts as they are. */
export const plainNumber = (written: string) =>
  Number.isFinite(Number(written)) ? PLAIN.format(Number(written)) : written
const LONGEST = 1e15
const DAY = 86_400_000

/** A number as its format shows it, in plain form: 0042, 2011.10; days as 1905-03-14, 1905-03 or 1905. */
export function showNumber(written: string, format = '', isFrom1904 = false): Shown {
  const value = Number(written)
  if (!Number.isFinite(value)) return { text: written }
  const code = format
    .split(';', 1)[0]!
    .replace(/\[([hms]+)\]/gi, '$1')
    .replace(/"[^"]*"|\[[^[\]]*\]|\\.|_.|\*./g, '')
    .toLowerCase()
  if (/[ymdhs]/.test(code)) return showDay(value, code, isFrom1904)
  const plain = plainNumber(written)
  const [, whole = '', decimals = ''] = /^(0+)(?:\.(0+))?$/.exec(code) ?? []
  if (whole === '') return { text: plain, doubt: Math.abs(value) >= LONGEST ? 'digits' : undefined }
  const [before = '', after = ''] = Math.abs(value).toFixed(Math.min(decimals.length, 20)).split('.')
  return { text: `${value < 0 ? '-' : ''}${before.padStart(whole.length, '0')}${after && `.${after}`}` }
}

/** What a format shows of a day and time. The days of Excel count from 1900, which had a 29 February there, or from 1904. */
function showDay(serial: number, code: string, isFrom1904: boolean): Shown {
  const days = isFrom1904 ? serial + 1462 : serial < 60 ? serial + 1 : serial
  const date = new Date(Math.round(((days - 25_569) * DAY) / 1000) * 1000)
  if (serial < 0 || Number.isNaN(date.getTime())) return { text: PLAIN.format(serial), doubt: 'digits' }
  const [day, time] = date.toISOString().slice(0, -5).split('T') as [string, string]
  const clock = time.endsWith(':00') ? time.slice(0, 5) : time
  const [hasYear, hasDay] = [code.includes('y'), code.includes('d')]
  if (!hasYear && !hasDay && /[hs]/.test(code)) return { text: clock }
  if (hasYear && !hasDay) return { text: day.slice(0, code.includes('m') ? 7 : 4) }
  const text = /h/.test(code) && time !== '00:00:00' ? `${day}T${clock}` : day
  return { text, doubt: hasYear ? undefined : 'no-year' }
}
