import { useStore as useStoreNow } from '@nanostores/react'
import type { ReadableAtom } from 'nanostores'
import { useSyncExternalStore } from 'react'

/** A store's value. During hydration its initial value, as rendered at build: another island may have changed it since. */
export const useStore = <Value>($store: ReadableAtom<Value>): Value => useStoreNow($store, { ssr: 'initial' })

/** A part of a store's value: its component is drawn again only when that part changes, not with every keystroke or packet. */
export function useStorePart<Value, Part>($store: ReadableAtom<Value>, partOf: (value: Value) => Part): Part {
  const read = () => partOf($store.get())
  return useSyncExternalStore($store.listen, read, read)
}
