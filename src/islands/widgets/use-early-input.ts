import { useLayoutEffect, type RefObject } from 'react'

/** An island before hydration. */
export interface StaticIsland extends Element {
  /** The last clicked element (before-hydration.ts). */
  pressed?: Element
}

const setValue = Object.getOwnPropertyDescriptor(globalThis.HTMLInputElement?.prototype ?? {}, 'value')?.set

/**
 * Replays, as events, what a visitor typed, ticked or clicked before hydration: React keeps the value of a field but fires no event for it. Then sets
 * `data-live` on the element. `begin` runs first.
 */
export function useEarlyInput(root: RefObject<HTMLElement | null>, begin: () => void): void {
  useLayoutEffect(() => {
    const element = root.current!
    const repeat = earlyInput(element)
    begin()
    // React ignores events while it commits.
    queueMicrotask(() => {
      repeat()
      element.dataset.live = 'true'
    })
  }, [root, begin])
}

function earlyInput(root: HTMLElement): () => void {
  const { pressed } = root.closest<StaticIsland>('astro-island') ?? {}
  const inputs = [...root.querySelectorAll('input')]
  const ticked = inputs
    .filter(({ type, checked, defaultChecked }) => checked !== defaultChecked && (checked || type === 'checkbox'))
    .map((input) => ({ input, checked: input.checked }))
  const typed = inputs
    .filter(({ type, value, defaultValue }) => /^(?:search|text)$/.test(type) && value !== defaultValue)
    .map((input) => ({ input, value: input.value, caret: [input.selectionStart, input.selectionEnd] as const }))
  return () => {
    // React fires `onChange` only when the value differs from the one it last read or wrote. It may write others while one is repeated.
    for (const { input, checked } of ticked) {
      input.checked = !checked
      input.click()
    }
    for (const { input, value, caret } of typed) {
      input.value = input.defaultValue
      setValue!.call(input, value)
      input.dispatchEvent(new Event('input', { bubbles: true }))
      if (input === document.activeElement) input.setSelectionRange(...caret)
    }
    if (pressed && root.contains(pressed)) pressed.dispatchEvent(new MouseEvent('click', { bubbles: true }))
  }
}
