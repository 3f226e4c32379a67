/**
 * The script of a page of reading: nothing is asked for until somebody uses an element with `data-live="viewer | tools | parts"`. A click on
 * one brings its module and then, in place of what the browser would do, an event `use-viewer` (or its kind) from the element, which the module
 * listens to (islands/record/on-use.ts); where the module does not come, a link is followed. Parts need their keys before the first click: as soon
 * as one is pointed at or comes into focus, any number of times, it gets an event `near-parts`. Of parts only buttons are used by a click.
 * An address that names a picture (`#picture-2`) uses it.
 */
export const recordLoader = (modules: Readonly<Record<string, string>>): string =>
  `{let w=${JSON.stringify(modules)},go=(t,e,s)=>import(w[t.dataset.live]).then(()=>t.dispatchEvent(new Event(e+t.dataset.live,{bubbles:1}))).catch(()=>s||t.href&&(location=t.href)),of=(e,s)=>e.target.closest?.(s);addEventListener("click",(e,t=of(e,"[data-live]"))=>t&&(t.dataset.live!="parts"||t.type)&&!(e.ctrlKey|e.metaKey|e.shiftKey|e.altKey)&&(e.preventDefault(),go(t,"use-")));for(let k of["pointerover","focusin"])addEventListener(k,(e,t=of(e,"[data-live=parts]"))=>t&&go(t,"near-",1));(onhashchange=(e,t=document.getElementById(location.hash.slice(1)))=>t?.dataset.live=="viewer"&&go(t,"use-",1))()}`
