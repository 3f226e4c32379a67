import { LRUCache } from 'lru-cache'
import type { Encoding } from './encoding.ts'

/** The bytes of a response. */
export interface Answer {
  body: Buffer
  encoding: Encoding
}

/** Overhead of an entry in bytes, besides body and key. */
const ENTRY = 500
/** Smaller buffers are slices of a shared one and keep all of it in memory. */
const POOLED = Buffer.poolSize / 2
function unpooled(body: Buffer): Buffer {
  const own = Buffer.allocUnsafeSlow(body.length)
  body.copy(own)
  return own
}

/**
 * An LRU cache of responses for one edition of the archive; a call with another edition clears it.
 * @param capacity total bytes; a response larger than an eighth is not cached.
 */
export function createAnswerCache(capacity: number) {
  const answers = new LRUCache<string, Answer>({
    maxSize: capacity,
    maxEntrySize: Math.floor(capacity / 8),
    sizeCalculation: ({ body }, key) => body.length + 2 * key.length + ENTRY,
  })
  let edition = ''
  const useEdition = (current: string) => {
    if (current === edition) return
    answers.clear()
    edition = current
  }
  return {
    get(current: string, key: string): Answer | undefined {
      useEdition(current)
      return answers.get(key)
    },
    set(current: string, key: string, { body, encoding }: Answer): void {
      // The archive changed while this response was made.
      if (current !== edition || answers.has(key)) return
      answers.set(key, { body: body.length < POOLED ? unpooled(body) : body, encoding })
    },
    /** Bytes in use. */
    size: () => answers.calculatedSize,
  }
}
