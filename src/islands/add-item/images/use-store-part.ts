import { useSyncExternalStore } from 'react'
import type { ReadableAtom } from 'nanostores'

/** A part of a store's value: its component is drawn again only when that part changes, not with every keystroke or packet. */
export const useStorePart = <Value, Part>($store: ReadableAtom<Value>, partOf: (value: Value) => Part): Part => {
  const read = () => partOf($store.get())
  return useSyncExternalStore((onChange) => $store.listen(onChange), read, read)
}
