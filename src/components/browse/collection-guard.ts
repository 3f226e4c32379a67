/**
 * A script that runs before the page is drawn: whom the address asks for something else sees no first results that would go away. The page's
 * style sheet hides them, and keeps their place.
 */
export const collectionGuard = 'if(location.search)document.documentElement.dataset.asked=""'

/** Milliseconds that the page's modules wait for its first picture at most. */
const PATIENCE = 2_500

/**
 * A script that lets the page's modules run once the page has loaded with its first pictures; at once where the address asks for something, or
 * somebody touches the page. What is put in twice is empty the second time.
 */
export const afterLoad = `{let d=document,go=()=>d.body.append(d.getElementById("after-picture").content);if(location.search)go();else{addEventListener("load",()=>setTimeout(go));setTimeout(go,${PATIENCE});for(let e of["pointerdown","keydown","focusin"])addEventListener(e,go,{once:true})}}`
