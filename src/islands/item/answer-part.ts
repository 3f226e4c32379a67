import tools from '#islands/record/tools.ts?worker&url'
import viewer from '#islands/record/viewer.ts?worker&url'

/** The bundles that a page of reading fetches as well, by the kind of element that is used. */
const SCRIPTS: Record<string, string> = { tools, viewer }

/** What components/record/record-loader.ts does for a page of its own: a plain click on an element with `data-live` fetches its script and is its event. */
export function answerPart(click: MouseEvent): void {
  if (click.ctrlKey || click.metaKey || click.shiftKey || click.altKey || !(click.target instanceof Element)) return
  const used = click.target.closest<HTMLElement>('[data-live]')
  const kind = used?.dataset.live ?? ''
  const script = SCRIPTS[kind]
  if (!used || !script) return
  click.preventDefault()
  import(/* @vite-ignore */ script).then(
    () => used.dispatchEvent(new Event(`use-${kind}`, { bubbles: true })),
    () => used instanceof HTMLAnchorElement && location.assign(used.href),
  )
}
