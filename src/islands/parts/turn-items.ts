/** The event by which a button of a page of items is used (islands/record/items.ts listens to it). */
export const TURN_ITEMS = 'turn-items'

/**
 * Fetches what turns pages of items, which components/record/RecordLoader.astro says the address of, and turns the page. Where it cannot be had, the
 * whole list is opened: it lies in the page.
 */
export async function fetchAndTurn(button: HTMLElement): Promise<void> {
  const address = document.querySelector<HTMLElement>('script[data-items]')?.dataset.items
  try {
    if (address) await import(/* @vite-ignore */ address)
    button.dispatchEvent(new Event(TURN_ITEMS, { bubbles: true }))
  } catch {
    button.closest('.items-part')?.querySelector('.all-items')?.setAttribute('open', '')
  }
}
