import { useStore as useStoreNow } from '@nanostores/react'
import type { ReadableAtom } from 'nanostores'

/** A store's value. During hydration its initial value, as rendered at build: another island may have changed it since. */
export const useStore = <Value>($store: ReadableAtom<Value>): Value => useStoreNow($store, { ssr: 'initial' })
