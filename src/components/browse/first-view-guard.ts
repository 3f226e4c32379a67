import { society } from '#society'

const { centre, zoom, baseMaps } = society.map

/**
 * A script that runs before the page is drawn: a visitor whom the address or the last look takes elsewhere sees no picture of the opening. Its keys are
 * those of stores/map/view-address.ts and remember.ts. In doubt it hides the picture.
 */
export const firstViewGuard = `{let s=new URLSearchParams(location.search),k;try{k=JSON.parse(sessionStorage["lotline-map"]||null)}catch{}let v=k?.view;if(["at","base","zone"].some(n=>s.has(n))||v&&(v.zoom!=${zoom}||!(Math.hypot(v.centre?.[0]-(${centre[0]}),v.centre?.[1]-(${centre[1]}))<1))||(k?.base??"${baseMaps[0].id}")!="${baseMaps[0].id}")document.documentElement.dataset.elsewhere=""}`
