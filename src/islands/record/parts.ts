import { turnPeople } from '#islands/parts/people-viewer.ts'
import { makeTabs } from '#islands/parts/tabs.ts'
import { makeTreeWalk } from '#islands/parts/tree-keys.ts'
import { fetchAndTurn } from '#islands/parts/turn-items.ts'
import { onNear, onUse } from './on-use.ts'

/** The parts of a record's page (person, organization, zone): what a row of links, a family tree and their buttons become once they are used. */
onNear((element) => {
  const tree = element.closest<HTMLElement>('.tree')
  if (element.matches('nav.parts')) makeTabs(element)
  else if (tree) makeTreeWalk(tree)
})

onUse('parts', (button) => {
  if (button.closest('.people-viewer')) turnPeople(button)
  else if (button.closest('.items-part')) void fetchAndTurn(button)
})
