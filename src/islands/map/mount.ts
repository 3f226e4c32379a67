import { createClient } from '#client/client.ts'
import type { Overlay } from '#contract/overlay.ts'
import { society } from '#society'
import { createMapStores } from '#stores/map/create-map-stores.ts'
import { pageParts } from '#stores/map/page-parts.ts'
import { createMapEngine } from './engine/map-engine.ts'
import { lockWhileFitting } from './lock-while-fitting.ts'
import { loadOverlays } from './load-overlays.ts'
import { openSheet } from './open-sheet.ts'
import { WORDS } from './words.ts'

/**
 * Takes the static page over: first the map alone, so that a slow phone answers soon, then what lies on it and the side bar, which stand there as they
 * are at first until their own script comes.
 */
function mount(home: HTMLElement): void {
  const place = (id: string) => document.getElementById(id)!
  const [canvas, side, over] = [place('map-canvas'), place('map-side'), place('over-map')]
  const apiBase = home.dataset.api ?? ''
  const client = createClient({ base: apiBase })
  const parts = pageParts(window)
  const stores = createMapStores({ ...parts, client, society: society.map })
  const picture = document.getElementById('first-view')
  const built = JSON.parse(home.dataset.overlays ?? '[]') as Overlay[]

  // Listens before the map does: a map that is asked to show something knows by then what covers it.
  let cover = (_pixels: number) => {}
  const sheet = openSheet(stores, { home, side }, (pixels) => cover(pixels))
  const { centre, zoom } = society.map
  const engine = createMapEngine(canvas, stores, {
    society: society.map,
    apiBase,
    label: `Map of ${society.town}`,
    keys: WORDS.keys,
    firstView: { picture, view: { centre, zoom } },
  })
  cover = (bottom) => {
    canvas.style.setProperty('--map-inset-bottom', `${bottom}px`)
    engine.setInsets({ top: 0, right: 0, left: 0, bottom })
  }
  cover(sheet.$height.get() ?? 0)
  const showLayers = once(async () => {
    if (built.length > 0) engine.setOverlays(built)
    await loadOverlays(client, built, engine.setOverlays)
  })
  // The plan stays until there is something to see over it; without any zones it is the better map.
  stores.$source.subscribe((source) => {
    if (source !== 'loading' && source !== 'none') requestAnimationFrame(() => (home.dataset.drawn = 'true'))
  })
  lockWhileFitting(window)
  addEventListener('pagehide', ({ persisted }) => (persisted ? stores.keep() : stores.stop()))
  void stores.start()
  // Where the picture shows the ground, its tiles can wait: they are many, and what a visitor touches goes first.
  if (!picture?.isConnected) showLayers()

  const drawSides = once(async () => {
    const coming = import('./mount-sides.tsx').finally(showLayers)
    const { mountSides } = await coming.catch(() => ({ mountSides: () => sayMissing(over) }))
    mountSides({ stores, sheet, client, data: parts.data, home, side, over })
  })
  // The welcome closes on a click (spec §2), also on one before it has its own script.
  over.addEventListener('click', () => {
    if (!home.dataset.live) stores.closeWelcome()
  })
  // Whoever reaches for them before is answered as soon as can be.
  for (const each of [side, over])
    for (const reach of ['pointerdown', 'focusin'] as const) each.addEventListener(reach, drawSides, { once: true })
  const unbind = stores.$source.subscribe((source) => {
    if (source === 'loading') return
    // After the frame in which the zones are drawn.
    requestAnimationFrame(() => setTimeout(drawSides))
    queueMicrotask(() => unbind())
  })
}

/** The map goes on without what lies beside and on it: the visitor hears why that does not answer. */
function sayMissing(over: HTMLElement): void {
  const again = Object.assign(document.createElement('a'), { href: '', textContent: WORDS.loadAgain })
  const note = Object.assign(document.createElement('p'), { className: 'map-notice' })
  note.append(WORDS.noTools, ' ', again)
  over.querySelector('.map-notices')?.append(note)
}

function once(work: () => Promise<void>): () => void {
  let begun: Promise<void> | undefined
  return () => void (begun ??= work())
}

const home = document.getElementById('map-home')
if (home) mount(home)
