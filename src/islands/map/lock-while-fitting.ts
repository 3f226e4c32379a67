import { lockScrolling } from './engine/scroll-lock.ts'

/** Spec §2 "Scroll lock", while header and map fit the window. In a very low window (large text, high zoom) the page must scroll to reach the map (WCAG 1.4.10). */
export function lockWhileFitting({ document }: Window): void {
  const page = document.documentElement
  let release: (() => void) | undefined
  const look = () => {
    const fits = page.scrollHeight <= page.clientHeight + 1
    if (fits) release ??= lockScrolling(document)
    else {
      release?.()
      release = undefined
    }
  }
  new ResizeObserver(look).observe(document.body)
  look()
}
