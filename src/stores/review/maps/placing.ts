import { atom, computed } from 'nanostores'
import type { CheckedMap, MapPoint, MapUpload, OpenedUpload } from '#contract/old-maps.ts'
import type { FormFailure } from '../../auth/auth-stores.ts'
import { formFailure } from '../../auth/form-failure.ts'
import type { OldMapDeps } from './old-maps.ts'

/** A control point while it is set: first on the scan, then on the map. */
export interface DraftPoint {
  key: number
  pixel: readonly [x: number, y: number] | null
  place: readonly [longitude: number, latitude: number] | null
}
export type Way = 'click' | 'file'

const isWhole = ({ pixel, place }: DraftPoint) => pixel !== null && place !== null

/** Places an uploaded scan: points by clicking or typing, or a file of them; then the server's check. */
export function createPlacing({ slowClient, withSession }: Pick<OldMapDeps, 'slowClient' | 'withSession'>) {
  const $upload = atom<MapUpload | null>(null)
  const $points = atom<readonly DraftPoint[]>([])
  const $way = atom<Way>('click')
  const $text = atom('')
  const $checked = atom<CheckedMap | null>(null)
  const $failure = atom<FormFailure>(undefined)
  const $busy = atom<'upload' | 'check' | null>(null)
  let next = 1
  let turn = 0

  /** What the next click sets. */
  const $next = computed($points, (points) => (points.some(({ pixel, place }) => pixel && !place) ? 'place' : 'pixel'))

  function change(points: readonly DraftPoint[]) {
    $points.set(points)
    $checked.set(null)
    $failure.set(undefined)
  }
  function update(key: number, part: Partial<DraftPoint>) {
    change($points.get().map((point) => (point.key === key ? { ...point, ...part } : point)))
  }
  const points = (): MapPoint[] =>
    $points
      .get()
      .filter(isWhole)
      .map(({ pixel, place }) => ({ x: pixel![0], y: pixel![1], longitude: place![0], latitude: place![1] }))

  /** What says where the picture lies, as calls take it. */
  const placement = () =>
    $way.get() === 'file' ? { georeference: $text.get() } : $points.get().length > 0 ? { points: points() } : {}

  function reset() {
    turn += 1
    for (const $each of [$upload, $checked]) $each.set(null)
    $points.set([])
    $text.set('')
    $way.set('click')
    $failure.set(undefined)
    $busy.set(null)
  }

  /** Asks the server what these points make of the scan. */
  async function check(): Promise<void> {
    const upload = $upload.get()
    if (!upload || $busy.get()) return
    $failure.set(undefined)
    const body = { upload: upload.upload, ...placement() }
    const checked = await run('check', () => slowClient.call('checkMap', { body }))
    if (checked) $checked.set(checked)
  }
  /** Waits for an upload. */
  async function receive<Found extends MapUpload>(work: () => Promise<Found>): Promise<Found | undefined> {
    reset()
    const found = await run('upload', work)
    if (found) $upload.set(found)
    return found
  }
  /** Undefined where it failed, or something else was begun meanwhile. */
  async function run<Found>(busy: 'check' | 'upload', work: () => Promise<Found>): Promise<Found | undefined> {
    const mine = turn
    $busy.set(busy)
    try {
      const found = await withSession(work)
      return mine === turn ? found : undefined
    } catch (problem) {
      if (mine === turn) $failure.set(formFailure(problem))
      return undefined
    } finally {
      if (mine === turn) $busy.set(null)
    }
  }
  /** Shows an upload with the points that it had. */
  async function open(work: () => Promise<OpenedUpload>): Promise<void> {
    const found = await receive(work)
    if (!found || (found.georeference === null && !found.placed)) return
    if (found.georeference !== null) {
      $way.set('file')
      $text.set(found.georeference)
    }
    await check()
  }

  return {
    ...{ $upload, $points, $way, $text, $checked, $failure, $busy, $next },
    reset,
    placement,
    async send(file: File): Promise<void> {
      const body = new FormData()
      body.append('image', file)
      await receive(() => slowClient.call('uploadMap', { body }))
    },
    /** Places an upload that waits, once more. */
    openUpload: (upload: string) => open(() => slowClient.call('openUpload', { body: { upload } })),
    /** Places the scan of a map of the archive once more. */
    copyScan: (layer: number) => open(() => slowClient.call('copyMapScan', { path: { id: layer } })),
    /** A click on the scan begins a point, or moves the one that has no place yet. */
    clickScan(pixel: readonly [number, number]) {
      const open = $points.get().find(({ place }) => place === null)
      if (open) update(open.key, { pixel })
      else change([...$points.get(), { key: next++, pixel, place: null }])
    },
    /** A click on the map ends it. */
    clickMap(place: readonly [number, number]) {
      const open = $points.get().find((point) => point.place === null && point.pixel !== null)
      if (open) update(open.key, { place })
    },
    update,
    addPoint: () => change([...$points.get(), { key: next++, pixel: null, place: null }]),
    removePoint: (key: number) => change($points.get().filter((point) => point.key !== key)),
    choose(way: Way) {
      $way.set(way)
      $checked.set(null)
      $failure.set(undefined)
    },
    write(text: string) {
      $text.set(text)
      $checked.set(null)
      $failure.set(undefined)
    },
    /** Turns the points of a checked file into points that can be moved. */
    takeOver() {
      const checked = $checked.get()
      if (!checked) return
      $points.set(
        checked.points.map(({ x, y, longitude, latitude }) => ({
          key: next++,
          pixel: [x, y],
          place: [longitude, latitude],
        })),
      )
      $way.set('click')
    },
    check,
  }
}
export type Placing = ReturnType<typeof createPlacing>
