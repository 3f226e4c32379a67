import { isPlainClick, type ModifierKeys } from '#islands/widgets/plain-click.ts'

export interface Click extends ModifierKeys {
  target: EventTarget
}

/** The item that a plain click on a link leads to. */
export function clickedItem(click: Click): number | undefined {
  if (!isPlainClick(click)) return undefined
  const href = (click.target as Partial<Element>).closest?.('a')?.getAttribute('href') ?? ''
  const match = /^\/itemview\/([1-9]\d{0,14})\/$/.exec(href)
  return match ? Number(match[1]) : undefined
}

/** A click handler that opens such an item instead of its page. */
export const answerItemClick =
  (open: (id: number) => void) =>
  (click: Click & { preventDefault(): void }): void => {
    const id = clickedItem(click)
    if (id === undefined) return
    click.preventDefault()
    open(id)
  }
