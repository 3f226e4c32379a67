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

/**
 * The inline script of a record page. It loads nothing until the page is used: a plain click on an element with `data-live="viewer | tools | parts |
 * items"` imports that bundle and is then repeated. If the import fails, a link is followed and the list of all items opens. `parts` loads on hover
 * or focus, because its keys work before the first click, and at once where the address names a year of a place. An address with a picture (`#picture-2`) opens it.
 */
export function recordLoader(modules: Readonly<Record<string, string>>): string {
  const click = `onclick=(e,t=of(e,"[data-live]"),k=t?.dataset.live)=>{if(w[k]&&!(e.ctrlKey|e.metaKey|e.shiftKey|e.altKey)){e.preventDefault();import(w[k]).then(()=>t.click(w[k]=0),()=>e.isTrusted&&(t.href?location=t.href:t.closest("item-pages")?.lastChild.setAttribute("open","")))}};`
  const near = `let f=()=>import(w.parts).catch(()=>{});if(/[?&]year=/.test(location.search))f();for(let k of["pointerover","focusin"])addEventListener(k,e=>of(e,"record-tabs,family-tree,year-cursor")&&f());`
  const picture = `(onhashchange=(e,t=document.getElementById(location.hash.slice(1)))=>t?.dataset.live=="viewer"&&t.click())()`
  // The address names a moment: `?t=1860`.
  const moment = `addEventListener("play",()=>w.recording&&import(w.recording),!0);document.getElementById((location.hash||location.search.replace("t=","t")).slice(1))?.closest("[data-live=recording]")?.click();`
  const wanted = [click, modules.parts && near, modules.viewer && picture, modules.recording && `;${moment}`].join('')
  return `{let w=${JSON.stringify(modules)},of=(e,s)=>e.target.closest?.(s);${wanted}}`
}
