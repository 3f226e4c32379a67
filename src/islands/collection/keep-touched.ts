/** What can have the focus in the static page, in its order; the page's script draws the same. */
const FOCUSABLE = 'a[href], button, input, summary'

/** In the order of the page; what a narrow window has not got is hidden in the static page, and not drawn by the script. */
const seen = (home: HTMLElement) =>
  [...home.querySelectorAll<HTMLElement>(FOCUSABLE)].filter((element) => element.getClientRects().length > 0)

export interface Touched {
  /** Texts by the id of their field. */
  typed: Readonly<Record<string, string>>
  /** Gives the focus to what stands where it was. */
  giveBack(): void
}

/** What a visitor did in a part of the page before its script came. */
export function keepTouched(home: HTMLElement): Touched {
  const fields = [...home.querySelectorAll<HTMLInputElement>('input[type="search"], input[type="text"]')]
  const typed = Object.fromEntries(fields.filter(({ id, value }) => id && value).map(({ id, value }) => [id, value]))
  const active = document.activeElement
  const place = active instanceof HTMLElement ? seen(home).indexOf(active) : -1
  const [start, end] = active instanceof HTMLInputElement ? [active.selectionStart, active.selectionEnd] : [null, null]
  return {
    typed,
    giveBack() {
      const again = place === -1 ? undefined : seen(home)[place]
      if (!again || again.tagName !== active?.tagName) return
      again.focus({ preventScroll: true })
      if (again instanceof HTMLInputElement && start !== null) again.setSelectionRange(start, end)
    },
  }
}
