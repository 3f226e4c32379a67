import { copy } from './copy.ts'
import { onClick } from './on-live-click.ts'
import { showPlayer } from './player.ts'
import { saveFile } from './save-file.ts'

onClick('tools', (element) => {
  if (element.dataset['player']) showPlayer(element)
  else if (element.dataset['copy']) void copy(element)
  else if (element instanceof HTMLAnchorElement) void saveFile(element)
})
