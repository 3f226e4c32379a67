import { useSyncExternalStore } from 'react'

function watchSetting(changed: () => void) {
  addEventListener('storage', changed)
  return () => removeEventListener('storage', changed)
}

/** Null where this browser remembers nothing. */
function readSetting(): boolean | null {
  try {
    return localStorage.slash !== 'off'
  } catch {
    return null
  }
}

function writeSetting(isOn: boolean): void {
  localStorage.slash = isOn ? 'on' : 'off'
  // The browser tells other windows alone.
  dispatchEvent(new StorageEvent('storage'))
}

/** Single-key shortcuts can be turned off (WCAG 2.1.4); layouts/inline-code.ts has the shortcut. */
export function SlashKey() {
  const isOn = useSyncExternalStore(watchSetting, readSetting, () => null)
  if (isOn === null) return null
  return (
    <p className="slash meta">
      <label>
        <input type="checkbox" checked={isOn} onChange={({ currentTarget }) => writeSetting(currentTarget.checked)} />{' '}
        The key <kbd>/</kbd> moves to the search box on every page
      </label>
    </p>
  )
}
