/** State of an editable combo box with a list box (ARIA Authoring Practices, "Combobox"). `active` is the index of an option, -1 for none. */
export interface Combobox {
  open: boolean
  active: number
  count: number
}
/** What a key does: the new state, and what the page has to do. */
interface KeyAnswer {
  state: Combobox
  act?: 'follow' | 'ask'
}

/** The options appeared or changed, so none is active. */
export const shown = (count: number): Combobox => ({ open: count > 0, active: -1, count })
export const closed = (state: Combobox): Combobox => ({ ...state, open: false, active: -1 })

/** Handles a key in the text field; undefined leaves it to the field. Not for keys with modifiers. */
export function pressKey(key: string, state: Combobox): KeyAnswer | undefined {
  const { open, active, count } = state
  const to = (next: number): KeyAnswer => ({ state: { ...state, open: true, active: next } })
  switch (key) {
    case 'ArrowDown':
      if (count === 0) return { state, act: 'ask' }
      return to(!open ? 0 : active === count - 1 ? -1 : active + 1)
    case 'ArrowUp':
      if (count === 0) return { state, act: 'ask' }
      return to(!open || active === -1 ? count - 1 : active - 1)
    case 'Home':
      return open && active !== -1 ? to(0) : undefined
    case 'End':
      return open && active !== -1 ? to(count - 1) : undefined
    case 'Enter':
      return open && active !== -1 ? { state: closed(state), act: 'follow' } : undefined
    case 'Escape':
      return open ? { state: closed(state) } : undefined
    default:
      return undefined
  }
}
