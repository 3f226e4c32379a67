/** As much of a click as says what it asks for. */
export interface Click extends Pick<MouseEvent, 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey'> {
  target: EventTarget
}

/** The item whose page a click on a link (or Enter) leads to; undefined for any other click, and one that asks the browser for a tab or a file. */
export function clickedItem({ target, ctrlKey, metaKey, shiftKey, altKey }: Click): number | undefined {
  if (ctrlKey || metaKey || shiftKey || altKey) return undefined
  const href = (target as Partial<Element>).closest?.('a')?.getAttribute('href') ?? ''
  const match = /^\/itemview\/([1-9]\d{0,14})\/$/.exec(href)
  return match ? Number(match[1]) : undefined
}

/** Answers such a click in place of the browser. */
export const answerItemClick =
  (open: (id: number) => void) =>
  (click: Click & { preventDefault(): void }): void => {
    const id = clickedItem(click)
    if (id === undefined) return
    click.preventDefault()
    open(id)
  }
