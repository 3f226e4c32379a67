import { schedule } from '../shared/debounce.ts'
import { listen } from '../shared/listen.ts'
import type { AddItemDeps } from './deps.ts'
import { createDraftStorage } from './idb-storage.ts'

/** `crypto.randomUUID` exists only with https. */
export function newId(crypto: Crypto): string {
  if (typeof crypto.randomUUID === 'function') return crypto.randomUUID()
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  bytes[6] = (bytes[6]! & 0x0f) | 0x40
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

/** The browser's side of the wizard. */
export const browserDeps = (
  page: Window & typeof globalThis,
): Omit<AddItemDeps, 'client' | 'user' | 'uploads' | 'recordingClient' | 'withSession'> => ({
  storage: createDraftStorage(page),
  schedule,
  now: () => Date.now(),
  newId: () => newId(page.crypto),
  onHide(work) {
    // A phone may end a hidden page without another event.
    const whenHidden = () => page.document.visibilityState === 'hidden' && work()
    const unbind = [listen(page, 'pagehide', work), listen(page.document, 'visibilitychange', whenHidden)]
    return () => unbind.forEach((off) => off())
  },
  locks: page.navigator.locks,
})
