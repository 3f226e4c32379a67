import type { ReadableAtom } from 'nanostores'
import { LinkedText } from '#components/LinkedText.tsx'
import { useStore } from '../widgets/use-store.ts'
import type { MapLayers, OverlayEntry } from '#contract/map-layers.ts'
import { OVERLAY } from '#contract/limits.ts'
import { overlap } from '#rules/map/geometry.ts'
import type { MapStores } from '#stores/map/create-map-stores.ts'
import { ValueSlider } from '../widgets/Slider.tsx'
import { viewBox } from './engine/fit-view.ts'
import { SideSection } from './SideSection.tsx'
import { useMapStores } from './stores-context.ts'
import { layerName, problemText } from './messages.ts'

/** The spec's colours; each also has its own line style, for whoever cannot tell them apart. */
const KEYS = [
  { key: 'selected', text: 'Selected' },
  { key: 'hover', text: 'Under the pointer' },
  { key: 'business', text: 'Highlighted' },
  { key: 'some', text: 'Some items' },
  { key: 'many', text: 'Five items or more' },
]

/** A picture of each old map, by id. */
export type MapThumbnails = Readonly<Record<string, string>>

/** Spec §2 "Legend": old maps with checkbox and opacity, one base map, and a colour key. */
export function Legend({ overlays, baseMaps, thumbnails }: MapLayers & { thumbnails: MapThumbnails }) {
  const listed = overlays.filter(({ inLegend }) => inLegend)
  return (
    <SideSection section="legend" title="Legend">
      {listed[0] && (
        <fieldset className="layers">
          <legend>Old maps</legend>
          {listed.map((overlay) => (
            <OverlayRow key={overlay.id} {...overlay} name={layerName(overlay)} thumbnail={thumbnails[overlay.id]} />
          ))}
        </fieldset>
      )}
      <fieldset className="layers">
        <legend>Base map</legend>
        {baseMaps.map((base) => (
          <BaseMapRow key={base.id} id={base.id} name={layerName(base)} needs={base.layers ? undefined : 'web'} />
        ))}
      </fieldset>
      <ul className="colour-key" aria-label="Colours of zones">
        {KEYS.map(({ key, text }) => (
          <li key={key}>
            <span className={`swatch swatch-${key}`} />
            {text}
          </li>
        ))}
      </ul>
    </SideSection>
  )
}

const useTickedLayers = () => tickedLayers(useMapStores(), useStore)

interface Layer {
  id: string
  name: string
}

function OverlayRow({ thumbnail, ...overlay }: OverlayEntry & Layer & { thumbnail: string | undefined }) {
  const { id, name, title, year } = overlay
  const stores = useMapStores()
  const layer = useStore(stores.$overlays)[id]
  const isShown = useTickedLayers().includes(id)
  if (!layer) return null
  return (
    <div className="layer" data-shown={isShown || undefined}>
      <label>
        <input
          type="checkbox"
          checked={isShown}
          onChange={({ currentTarget: { checked } }) => {
            layCompared(stores)
            stores.showOverlay(id, checked)
          }}
        />
        {thumbnail && <img src={thumbnail} alt="" width={40} height={40} loading="lazy" />}
        <span>
          {title} <span className="figures">{year}</span>
        </span>
      </label>
      <ValueSlider
        label={`Opacity of ${name}`}
        value={layer.opacity}
        minimum={OVERLAY.opacityMinimum}
        maximum={OVERLAY.opacityMaximum}
        step={OVERLAY.opacityStep}
        onChange={(opacity) => stores.setOpacity(id, opacity)}
      />
      {isShown && <About {...overlay} />}
      {isShown && <Elsewhere id={id} name={name} />}
      {isShown && <LayerProblemLine id={id} name={name} />}
    </div>
  )
}

/** What cataloguers wrote about a visible map. */
function About({ description, credit, name }: OverlayEntry & { name: string }) {
  if (!description && !credit?.text) return null
  return (
    <details className="layer-about">
      <summary>
        About this map<span className="visually-hidden">: {name}</span>
      </summary>
      {description && (
        <p className="prose">
          <LinkedText text={description} />
        </p>
      )}
      {credit?.text && <p>{credit.href ? <a href={credit.href}>{credit.text}</a> : credit.text}</p>}
    </details>
  )
}

/** A visible map that lies outside the view. */
function Elsewhere({ id, name }: Layer) {
  const stores = useMapStores()
  const bounds = useStore(stores.$bounds)[id]
  const view = useStore(stores.$view)
  if (!bounds || overlap(bounds, viewBox(view, innerWidth, innerHeight))) return null
  return (
    <p className="layer-elsewhere">
      It lies elsewhere.
      <button type="button" className="small-button" onClick={() => stores.zoomToMap(id)}>
        Zoom to this map<span className="visually-hidden">: {name}</span>
      </button>
    </p>
  )
}

/** Why a visible layer does not load. */
function LayerProblemLine({ id, name }: Layer) {
  const problem = useStore(useMapStores().$problems)[id]
  return problem ? <p className="layer-problem">{problemText(name, problem)}</p> : null
}

function BaseMapRow({ id, name, needs }: Layer & { needs: string | undefined }) {
  const stores = useMapStores()
  const chosen = useTickedLayers().includes(id)
  const isComparing = useStore(stores.$comparison) !== null
  const choose = () => {
    layCompared(stores)
    stores.chooseBaseMap(id)
  }
  return (
    <div className="layer layer-base" data-needs={needs}>
      <label>
        <input
          type="radio"
          // Two that are compared are both ticked, which radio buttons of one name cannot be; and one that is ticked does not change.
          name={isComparing ? undefined : 'base-map'}
          checked={chosen}
          onClick={isComparing ? choose : undefined}
          onChange={choose}
        />
        {name}
      </label>
      {chosen && <LayerProblemLine id={id} name={name} />}
    </div>
  )
}

type Layered = Pick<MapStores, '$overlays' | '$baseMap' | '$comparison'>

/** The layers that are ticked in the legend: those that lie over each other, or are compared. */
export function tickedLayers(stores: Layered, read = <Value,>($store: ReadableAtom<Value>) => $store.get()): string[] {
  const [overlays, baseMap, compared] = [read(stores.$overlays), read(stores.$baseMap), read(stores.$comparison)]
  if (compared) return [compared.left, compared.right]
  return [...Object.keys(overlays).filter((id) => overlays[id]!.visible), baseMap]
}

/** Ends the comparison with its layers over each other, so that what is ticked stays ticked. */
export function layCompared(stores: Layered & Pick<MapStores, 'showOverlay' | 'chooseBaseMap'>): void {
  if (!stores.$comparison.get()) return
  const compared = tickedLayers(stores)
  for (const id of Object.keys(stores.$overlays.get())) stores.showOverlay(id, compared.includes(id))
  for (const id of compared) stores.chooseBaseMap(id)
}
