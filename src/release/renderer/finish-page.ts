import { SCRIPTED_PAGES, withJoinedStyles, withPreloads } from '../files/preload-modules.ts'

/** The file of a page: `itemview/12/index.html` of `/itemview/12/`, `404.html` of `/404/`. */
export const fileOf = (address: string): string =>
  /^\/[45]\d\d\/$/.test(address) ? `${address.slice(1, -1)}.html` : `${address.slice(1)}index.html`

/** What a full build does to pages with islands. `root` holds their modules and style sheets, also the joined one. */
export function finishPage(file: string, html: string, root: string): string {
  if (!SCRIPTED_PAGES.includes(file)) return html
  return withJoinedStyles(withPreloads(html, root), root).html
}
