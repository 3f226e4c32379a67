/** Milliseconds that a picture is waited for at most. */
const PATIENCE = 2_500
/** Milliseconds from its last byte until it is on the screen, where a browser does not tell. */
const PAINTED = 200

/**
 * A script that lets the page's modules run once the picture of the map is on the screen, or cannot be; at once where none is to come, or where
 * somebody touches the page before. What is put in twice is empty the second time.
 */
export const afterPicture = `{let d=document,i=d.querySelector("#first-view img"),go=()=>d.body.append(d.getElementById("after-picture").content),seen=()=>setTimeout(go,${PAINTED});if("elsewhere"in d.documentElement.dataset)go();else{i.complete?seen():(i.onload=i.onerror=seen,setTimeout(go,${PATIENCE}));try{new PerformanceObserver(l=>l.getEntries().some(e=>e.element==i)&&go()).observe({type:"largest-contentful-paint",buffered:true})}catch{}for(let e of["pointerdown","keydown"])addEventListener(e,go,{once:true})}}`
