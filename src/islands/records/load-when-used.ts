import tools from '#islands/behaviours/tools.ts?worker&url'
import viewer from '#islands/behaviours/viewer.ts?worker&url'
import { isPlainClick } from '#islands/widgets/plain-click.ts'

/** Bundles that are not loaded yet, by the value of `data-live`. */
const waiting = new Map([
  ['tools', tools],
  ['viewer', viewer],
])

/** Does in a popup what layouts/record-loader.ts does on a page: a plain click on an element with `data-live` loads its bundle and is repeated. */
export function loadWhenUsed(click: MouseEvent): void {
  if (!isPlainClick(click) || !(click.target instanceof Element)) return
  const used = click.target.closest<HTMLElement>('[data-live]')
  const kind = used?.dataset.live ?? ''
  const script = waiting.get(kind)
  if (!used || !script) return
  click.preventDefault()
  import(/* @vite-ignore */ script).then(
    () => {
      waiting.delete(kind)
      used.click()
    },
    () => used instanceof HTMLAnchorElement && location.assign(used.href),
  )
}
