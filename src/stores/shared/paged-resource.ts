import { computed } from 'nanostores'
import { pagesOf } from '#contract/limits.ts'
import { resource } from './resource.ts'

interface Pages {
  size: number
  page(): number
  setPage(page: number): void
}

/** One page of a list, `none` until it is loaded. A page past the end becomes the last one: the list became shorter meanwhile. */
export function pagedResource<Value extends { count: number }>(
  { size, page, setPage }: Pages,
  none: Value,
  read: (signal: AbortSignal) => Promise<Value>,
) {
  const list = resource(async function readPage(signal): Promise<Value> {
    const value = await read(signal)
    const last = pagesOf(value.count, size)
    if (page() <= last || signal.aborted) return value
    setPage(last)
    return readPage(signal)
  })
  const $list = computed(list.$resource, ({ state, value = none, ...now }) => ({
    ...value,
    state,
    problem: 'problem' in now ? now.problem : undefined,
  }))
  return { ...list, $list }
}
