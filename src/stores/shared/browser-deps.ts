import { schedule } from './debounce.ts'
import type { PageAddress, SharedDeps } from './deps.ts'
import { listen } from './listen.ts'

type BrowserDeps = Omit<SharedDeps, 'client'> & {
  /** Reads a JSON file of the last build. Rejects when it is missing or not JSON. */
  data(path: string): Promise<unknown>
  address: PageAddress
}

export const browserDeps = (page: Window & typeof globalThis): BrowserDeps => ({
  async data(path) {
    const answer = await page.fetch(path, { headers: { accept: 'application/json' } })
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}`)
    return answer.json()
  },
  thisYear: new Date().getFullYear(),
  address: {
    read: () => new URLSearchParams(page.location.search),
    replace(query) {
      const { pathname, hash } = page.location
      page.history.replaceState(page.history.state, '', `${pathname}${query && `?${query}`}${hash}`)
    },
  },
  schedule,
  whenOnline: (work) => listen(page, 'online', work),
})

/** Null where the browser blocks storage: even reading the property throws then. */
export function storageOf(page: Window, which: 'sessionStorage' | 'localStorage'): Storage | null {
  try {
    return page[which]
  } catch {
    return null
  }
}
