import { lockScrolling } from './engine/scroll-lock.ts'

/**
 * Spec §2 "Scroll lock", as long as header and map fit into the window. In a very low one (large text, great zoom) the map begins below its edge, and
 * the page has to be scrolled to reach it (WCAG 1.4.10).
 */
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
