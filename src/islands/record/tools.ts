import { copy } from './copy.ts'
import { onUse } from './on-use.ts'
import { showPlayer } from './player.ts'

onUse('tools', (element) => {
  if (element.dataset['player']) showPlayer(element)
  else if (element.dataset['copy']) void copy(element)
})
