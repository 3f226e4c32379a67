import type { PageAddress, SharedParts } from './parts.ts'

type PageParts = Omit<SharedParts, 'client'> & {
  /** Reads a JSON file of the last build. Rejects when it is not there, or is no JSON. */
  data(path: string): Promise<unknown>
  address: PageAddress
}

/** The parts that a browser's page has; `thisYear` is the visitor's. */
export const pageParts = (page: Window & typeof globalThis): PageParts => ({
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
  later(milliseconds, work) {
    const timer = page.setTimeout(work, milliseconds)
    return () => page.clearTimeout(timer)
  },
  whenOnline(work) {
    page.addEventListener('online', work)
    return () => page.removeEventListener('online', work)
  },
})

/** A browser that is told to keep nothing refuses even to be asked: null. */
export function storageOf(page: Window, which: 'sessionStorage' | 'localStorage'): Storage | null {
  try {
    return page[which]
  } catch {
    return null
  }
}
