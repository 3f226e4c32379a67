// `?worker&url` makes Vite build a separate bundle and gives its address: pages load it only when needed.
import items from '#islands/behaviours/items.ts?worker&url'
import parts from '#islands/behaviours/parts.ts?worker&url'
import recording from '#islands/behaviours/recording.ts?worker&url'
import tools from '#islands/behaviours/tools.ts?worker&url'
import viewer from '#islands/behaviours/viewer.ts?worker&url'
import ZOOM from '#islands/behaviours/zoom.ts?worker&url'
import account from '#islands/account/header.ts?worker&url'
import searchBox from '#islands/search/box.ts?worker&url'
import idle from 'astro/runtime/client/idle.prebuilt.js'
import load from 'astro/runtime/client/load.prebuilt.js'
import only from 'astro/runtime/client/only.prebuilt.js'
import visible from 'astro/runtime/client/visible.prebuilt.js'
import { ISLAND_STYLES } from 'astro/runtime/server/astro-island-styles.js'
import island from 'astro/runtime/server/astro-island.prebuilt.js'
import { LIST_PAGE, LIVE_SHELLS, SECRET_SHELLS } from '#rules/addresses/site-routing.ts'
import { society } from '#society'
import { recordLoader as recordLoaderOf } from '#islands/behaviours/record-loader.ts'

const RECORD_MODULES = { viewer, tools, recording, parts, items }
export type RecordModule = keyof typeof RECORD_MODULES
/** OpenSeadragon, loaded by the viewer. */
export { ZOOM }

/** A click on an item remembers the list that it stands in. Browsers that block storage throw. */
const rememberList = `addEventListener("click",e=>{let q="[href^='/itemview/']",l=e.target.closest(q)?.closest("ul,main ol");try{if(l)sessionStorage.list=[...l.querySelectorAll(q)]}catch{}},!0);`
/** In the page of an item: previous and next are those of that list; at its ends, those of the collection. */
export const listNeighbours = `try{let l=[...new Set(sessionStorage.list.split(","))],n=l.indexOf(location.href.split(/[?#]/)[0]);if(n>=0)for(let[i,a]of document.querySelectorAll(".neighbours a").entries()){let h=l[n-1+2*i];if(h)a.href=h,a.rel=i?"next":"prev",a.hidden=0}}catch{}`

/** In every page, so it is short. "/" focuses the search box, unless the visitor has turned that off (WCAG 2.1.4). */
export const searchLoader = `${rememberList}{let f=document.forms.search,i=f.q;f.onpointerover=i.onfocus=()=>import("${searchBox}");onkeydown=e=>{e.key=="/"&&!e.ctrlKey&&!/^(IN|TEXT|SEL)/.test(e.target.tagName)&&localStorage.slash!="off"&&i.offsetParent&&(e.preventDefault(),i.focus())}}`

/** The same for who is logged in (stored-session.ts): their menu. Signed-out visitors load nothing. Browsers that block storage throw. */
export const headerLoader = `${searchLoader}try{localStorage.access&&import("${account}")}catch{}`

/** For items of many pages: `?page=7` leads from the item to that page, and arrow keys turn pages (components/record/). */
export const turnLeaves = `{let d=document,a=d.querySelectorAll(".pages menu a")[new URLSearchParams(location.search).get("page")-1];a&&location.replace(a.href+location.search+location.hash);addEventListener("keydown",e=>{let r={ArrowLeft:"prev",ArrowRight:"next"}[e.key];if(r&&!(e.altKey|e.ctrlKey|e.metaKey|e.shiftKey)&&!e.target.closest("menu,input"))for(let l of d.querySelectorAll(".reading [rel="+r+"]"))l.offsetParent&&l.click()})}`

/** In the page of a story: its map marks the place that is being read about. */
export const storyMap = `{let d=document,a=q=>d.querySelectorAll(q),o=new IntersectionObserver(s=>{for(let{isIntersecting:i,target:t}of s)if(i)for(let p of a(".told-map a"))p.ariaCurrent=p.dataset.place==t.dataset.place?"true":null},{rootMargin:"-30% 0px -40%"});for(let f of a("figure[data-place]"))o.observe(f)}`

/** A choice of paths in a regular expression. */
const anyOf = (paths: readonly string[]) => `(${paths.join('|').replaceAll('/', '\\/')})`
const secret = anyOf(SECRET_SHELLS)

/** On plain hosts: the shell of a kind of address without a file gets the address behind `#`, and a page that its list no longer has leads to the list. */
export const handOver = `{let l=location,m=/^(?:${anyOf(LIVE_SHELLS.map((shell) => `/${shell}`))}\\/[1-9]\\d{0,14}(?:\\/page\\/\\d+)?|${secret}(?:\\/[^/]+){2})\\/?$/.exec(l.pathname);m&&l.replace((m[1]||m[2])+"/#"+l.pathname+l.search+l.hash);(m=${LIST_PAGE}.exec(l.pathname))&&l.replace(m[1])}`
/** In the shells: puts it back. */
export const takeOver = `location.hash[1]=="/"&&history.replaceState(null,"",location.hash.slice(1));`
/** In the shells of secret links, before anything is loaded: uid and token go from the address to the state of the history entry. */
export const secretGuard = `${takeOver}{let m=/^${secret}\\/([^/]+)\\/([^/]+)\\/?$/.exec(location.pathname);m&&history.replaceState({uid:m[2],token:m[3]},"",m[1]+"/")}`

export const recordLoader = (kinds: readonly RecordModule[]): string =>
  recordLoaderOf(Object.fromEntries(kinds.map((kind) => [kind, RECORD_MODULES[kind]])))

/** On the collection page: if the address has a search, the style sheet hides the prerendered first results but keeps their space. */
export const searchGuard = 'if(location.search)document.documentElement.dataset.elsewhere=""'

const { centre, zoom } = society.map
/**
 * On the map page, before the first paint: hides the picture of the opening view if the address or the session opens the map elsewhere, or in doubt;
 * and the welcome of a visitor who has seen it, or follows a link to something. The keys are those of stores/map/view-address.ts, view-persistence.ts and welcome.ts.
 */
export const firstViewGuard = `{let d=document,b=d.currentScript.dataset.base,s=location.search,e=/[?&](at|zone|org|places|compare)=/.test(s),k;d=d.documentElement.dataset;try{k=JSON.parse(sessionStorage["lotline-map"]||null);k||localStorage.welcome||e||/(maps|years?|overview|item)=/.test(s)?d.welcomed="":0}catch{}let v=k?.view;if(e||/base=/.test(s)||v&&(v.zoom!=${zoom}||!(Math.hypot(v.centre?.[0]-(${Math.round(centre[0])}),v.centre?.[1]-(${Math.round(centre[1])}))<2))||(k?.base??b)!=b)d.elsewhere=""}`

/**
 * Every inline script and style that a page may contain. The Content-Security-Policy allows exactly these by hash, and the build fails on any other;
 * none may contain data of a record. Astro's own are those it inserts for islands with client directives.
 */
export const INLINE_CODE = {
  scripts: [
    searchLoader,
    headerLoader,
    handOver,
    takeOver,
    secretGuard,
    recordLoader(['viewer', 'tools']),
    recordLoader(['viewer', 'tools', 'recording']),
    recordLoader(['viewer', 'parts', 'items']),
    recordLoader(['parts', 'items']),
    firstViewGuard,
    searchGuard,
    listNeighbours,
    turnLeaves,
    storyMap,
    ...[island, load, idle, visible, only],
  ],
  styles: [ISLAND_STYLES],
}
