import { parse } from 'secure-json-parse'
import { BODY } from '#contract/limits.ts'
import { API } from '#contract/messages.ts'
import { Refusal } from './errors.ts'

const refused = () => new Refusal(400, API.badJson)

/** The index after a string's closing quote; `start` is that of its opening one. */
function endOfString(text: string, start: number): number {
  for (let at = start + 1; ; at++) {
    if (text[at] === '\\') at++
    else if (text[at] === '"') return at + 1
  }
}

const NEXT_SIGN = /["{}[\]]/g
const COLON = /\s*:/y

/**
 * What the parser does not mind: a depth that nothing of ours has, and a key that stands twice in one object (of which another program might
 * read the other one). `text` is JSON.
 */
function checkShape(text: string): void {
  /** The keys of each object that is open here; undefined for a list. */
  const open: (Set<string> | undefined)[] = []
  NEXT_SIGN.lastIndex = 0
  for (let found = NEXT_SIGN.exec(text); found; found = NEXT_SIGN.exec(text)) {
    const [sign] = found
    if (sign === '}' || sign === ']') open.pop()
    else if (sign !== '"') {
      if (open.push(sign === '{' ? new Set() : undefined) > BODY.depth) throw refused()
    } else {
      const end = endOfString(text, found.index)
      NEXT_SIGN.lastIndex = end
      COLON.lastIndex = end
      const keys = open.at(-1)
      if (!keys || !COLON.test(text)) continue
      const key = JSON.parse(text.slice(found.index, end)) as string
      if (keys.has(key)) throw refused()
      keys.add(key)
    }
  }
}

/**
 * A body: a JSON object in UTF-8 and nothing else (RFC 8259 §8.1: no byte order mark; bytes that are no text are refused, not replaced).
 * An empty body is none.
 * @throws {Refusal} 400.
 */
export function readJson(body: Buffer): unknown {
  if (body.length === 0) return undefined
  let value: unknown
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body)
    if (text.startsWith('\ufeff')) throw refused()
    // Refuses __proto__ and constructor.prototype.
    value = parse(text)
    checkShape(text)
  } catch {
    throw refused()
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new Refusal(400, API.notObject)
  return value
}
