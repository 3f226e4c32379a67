import type { Pagefind, PagefindRecord } from './engine.ts'

interface Hit {
  id: string
  score: number
  data: string
}

/**
 * Pagefind's calls as its worker takes them (Pagefind 1.6, the protocol of its own module), in the index that is called `language`. One that cannot be
 * started rejects every call, and an answer of another shape rejects the call that it answers.
 */
export function openWorker(worker: Worker, language: string): Pagefind {
  const waiting = new Map<unknown, { resolve(result: unknown): void; reject(reason: Error): void }>()
  let asked = 0
  let failed: Error | undefined
  /** Hits of the last search, which the worker keeps until it is told otherwise. */
  let held: string[] = []
  worker.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    const { id, result, error } = isObject(data) ? data : {}
    const call = waiting.get(id)
    waiting.delete(id)
    if (error) call?.reject(new Error(String(error)))
    else call?.resolve(result)
  })
  const fail = () => {
    failed = new Error('The search could not be started')
    for (const { reject } of waiting.values()) reject(failed)
    waiting.clear()
  }
  worker.addEventListener('error', fail)
  worker.addEventListener('messageerror', fail)
  function send(method: string, ...args: unknown[]): Promise<unknown> {
    if (failed) return Promise.reject(failed)
    const id = asked++
    return new Promise((resolve, reject) => {
      waiting.set(id, { resolve, reject })
      worker.postMessage({ id, method, args })
    })
  }
  const forget = (data: string) => worker.postMessage({ id: -1, method: 'releaseData', args: [data] })
  async function record(data: string): Promise<PagefindRecord> {
    const found = await send('getData', data)
    if (!found) throw new Error('The search was given up')
    return readRecord(found)
  }
  return {
    async options(options) {
      await send('init', { ...options, basePath: '/pagefind/', language, primary: true })
    },
    async search(words) {
      const hits = readHits(await send('search', words, {}))
      held.forEach(forget)
      held = hits.map(({ data }) => data)
      return { results: hits.map(({ id, score, data }) => ({ id, score, data: () => record(data) })) }
    },
    async destroy() {
      worker.terminate()
    },
  }
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

function readHits(answer: unknown): Hit[] {
  if (isObject(answer) && Array.isArray(answer.results) && answer.results.every(isHit)) return answer.results
  throw new Error('The search answers with what is no list of hits')
}
const isHit = (hit: unknown): hit is Hit =>
  isObject(hit) && typeof hit.id === 'string' && typeof hit.score === 'number' && typeof hit.data === 'string'

function readRecord(answer: unknown): PagefindRecord {
  if (isObject(answer)) {
    const { url, excerpt, meta } = answer
    if (typeof url === 'string' && typeof excerpt === 'string' && isTexts(meta)) return { url, excerpt, meta }
  }
  throw new Error('The search answers with what is no record')
}
const isTexts = (value: unknown): value is Record<string, string> =>
  isObject(value) && Object.values(value).every((each) => typeof each === 'string')
