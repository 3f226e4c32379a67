import { useCallback, useLayoutEffect, useRef, useState } from 'react'

/** What the form holds now. */
export const valuesOf = (form: HTMLFormElement) => JSON.stringify([...new window.FormData(form)])
export const focusIn = (bar: Element | null) =>
  (bar?.querySelector('button') ?? bar?.querySelector<HTMLElement>('.form-done'))?.focus()

/** Whether something in the form is not saved. `isForced`: it has something to save from the beginning. */
export function useChanged(isForced: boolean) {
  const [isChanged, setChanged] = useState(isForced)
  const bar = useRef<HTMLDivElement>(null)
  const known = useRef(isForced ? '' : undefined)
  const compare = useCallback(() => {
    const now = valuesOf(bar.current!.closest('form')!)
    known.current ??= now
    setChanged(now !== known.current)
  }, [])
  const hadFocus = useRef(false)
  // The button goes, and the focus with it.
  useLayoutEffect(() => {
    if (!isChanged && hadFocus.current && document.activeElement === document.body) focusIn(bar.current)
    hadFocus.current = false
  }, [isChanged])
  function saved(values: string) {
    if (!bar.current) return
    known.current = values
    hadFocus.current = bar.current.contains(document.activeElement)
    compare()
  }
  return { isChanged, compare, saved, bar }
}
