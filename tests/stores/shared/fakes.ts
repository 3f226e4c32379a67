import { createClientOf } from '#client/client.ts'
import { endpoints } from '#contract/endpoints.ts'
import type { Schedule } from '#stores/shared/deps.ts'

/** Fakes of the browser: network, clock and events. */

/** An answer that is not 200; `text` is sent as it is. */
export class Status {
  readonly code: number
  readonly text: string | undefined
  constructor(code: number, text?: string) {
    this.code = code
    this.text = text
  }
}
/** No answer at all. */
export const AWAY = Symbol('away')
/** The reply of a path: a body, a Response, a Status, AWAY, or a promise of one. */
export type Reply = (query: URLSearchParams) => unknown

export const THIS_YEAR = 2026

/** Runs pending promises. */
export async function settle() {
  for (let i = 0; i < 8; i++) await new Promise((resolve) => setImmediate(resolve))
}

/** A client with fake replies by path; 404 without one. Calls are recorded in `asked`. */
export function network(replies: Readonly<Record<string, Reply>>) {
  const asked: string[] = []
  const client = createClientOf(endpoints, {
    base: '',
    // Continues after an abort: late answers must not matter.
    fetch: async (input) => {
      const url = new URL(input as string, 'http://town.test')
      asked.push(url.pathname + decodeURIComponent(url.search))
      const reply = replies[url.pathname]
      const body = reply ? await reply(url.searchParams) : new Status(404)
      if (body === AWAY) throw new TypeError('fetch failed')
      if (body instanceof Response) return body
      if (body instanceof Status) return new Response(body.text ?? '{"detail":"No."}', { status: body.code })
      return Response.json(body)
    },
  })
  /** The requests to a path, in order. */
  const askedOf = (path: string) => asked.filter((each) => each.split('?')[0] === path)
  return { client, asked, askedOf }
}

/** A fake clock. */
export function clock() {
  const timers = new Map<object, { at: number; work: () => void }>()
  let now = 0
  const schedule: Schedule = (milliseconds, work) => {
    const key = {}
    timers.set(key, { at: now + milliseconds, work })
    return () => timers.delete(key)
  }
  /** Advances the clock and runs everything that is due. */
  async function pass(milliseconds = 0) {
    const until = now + milliseconds
    for (;;) {
      await settle()
      const [next] = [...timers].filter(([, { at }]) => at <= until).sort(([, a], [, b]) => a.at - b.at)
      if (!next) break
      timers.delete(next[0])
      now = Math.max(now, next[1].at)
      next[1].work()
    }
    now = until
  }
  return { schedule, pass, waiting: () => timers.size, now: () => now }
}

/** An event that the test fires. */
export function happening() {
  const listeners = new Set<() => void>()
  return {
    listen(work: () => void) {
      listeners.add(work)
      return () => listeners.delete(work)
    },
    happen: () => [...listeners].forEach((work) => work()),
    listening: () => listeners.size,
  }
}
