import { turnItems } from '#islands/parts/items.ts'
import { TURN_ITEMS } from '#islands/parts/turn-items.ts'

/** The bundle that turns pages of items, with the client of the API; parts.ts fetches it when a button is used. */
addEventListener(TURN_ITEMS, ({ target }) => {
  if (target instanceof HTMLElement) turnItems(target)
})
