import type { Encoding } from './encoding.ts'

/** A finished answer: the bytes that are sent. */
export interface Answer {
  body: Buffer
  encoding: Encoding
}

/**
 * Finished answers by key, the least recently used leaving first. All of them hold for one edition of the archive; the first call with
 * another edition drops them.
 * @param capacity bytes of bodies and keys together; an answer that would take more than an eighth of it is not kept.
 */
export function createAnswerCache(capacity: number) {
  const answers = new Map<string, Answer>()
  let edition = ''
  let used = 0
  const weight = (key: string, answer: Answer) => answer.body.length + 2 * key.length
  const settle = (current: string) => {
    if (current === edition) return
    answers.clear()
    used = 0
    edition = current
  }
  return {
    get(current: string, key: string): Answer | undefined {
      settle(current)
      const answer = answers.get(key)
      if (answer) {
        answers.delete(key)
        answers.set(key, answer)
      }
      return answer
    },
    set(current: string, key: string, answer: Answer): void {
      // An answer that took longer than the edition it began in is not kept.
      if (current !== edition || answers.has(key) || weight(key, answer) > capacity / 8) return
      used += weight(key, answer)
      answers.set(key, answer)
      for (const [oldest, old] of answers) {
        if (used <= capacity) break
        answers.delete(oldest)
        used -= weight(oldest, old)
      }
    },
    /** Bytes that are kept. */
    size: () => used,
  }
}
export type AnswerCache = ReturnType<typeof createAnswerCache>
