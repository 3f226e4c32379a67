import { isPlainClick } from '#islands/widgets/plain-click.ts'

/** Handles plain clicks on elements with this `data-live` (behaviours/record-loader.ts loads the script). */
export const onClick = (kind: 'viewer' | 'tools', act: (element: HTMLElement) => void): void =>
  addEventListener('click', (event) => {
    if (!isPlainClick(event) || !(event.target instanceof Element)) return
    const used = event.target.closest<HTMLElement>(`[data-live=${kind}]`)
    if (!used) return
    event.preventDefault()
    act(used)
  })
