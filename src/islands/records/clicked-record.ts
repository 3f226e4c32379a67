import { isPlainClick, type ModifierKeys } from '#islands/widgets/plain-click.ts'

export interface Click extends ModifierKeys {
  target: EventTarget
}
/** The kinds of records that open over the map. */
const KINDS = { itemview: 'item', 'zone-overview': 'zone' } as const
type Kind = (typeof KINDS)[keyof typeof KINDS]

/** The item or zone that a plain click on a link leads to. */
export function clickedRecord(click: Click): { kind: Kind; id: number } | undefined {
  if (!isPlainClick(click)) return undefined
  const href = (click.target as Partial<Element>).closest?.('a')?.getAttribute('href') ?? ''
  const match = /^\/(itemview|zone-overview)\/([1-9]\d{0,14})\/(?:\?year=\d+)?$/.exec(href)
  return match ? { kind: KINDS[match[1] as keyof typeof KINDS], id: Number(match[2]) } : undefined
}

/** A click handler that opens such a record instead of its page. */
export const openClicked =
  (open: Partial<Record<Kind, ((id: number) => void) | undefined>>) =>
  (click: Click & { preventDefault(): void }): void => {
    const record = clickedRecord(click)
    const act = record && open[record.kind]
    if (!act) return
    click.preventDefault()
    act(record.id)
  }
