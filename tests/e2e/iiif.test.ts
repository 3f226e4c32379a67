import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import sharp from 'sharp'
import { expect, onTestFinished, test } from 'vitest'
import { scaleFactors, tilesOfLevel } from '#rules/media/iiif-image.ts'
import { TOP_MANIFEST } from '#rules/media/iiif-addresses.ts'
import { checkCollection, checkManifest } from '../release/iiif/presentation-checks.ts'
import { checkInformation, tileAddress } from '../rules/media/iiif-checks.ts'
import { useSite } from './browser/site.ts'

const site = useSite()
/** Documents name the address of the site as it was built, which may be another than the one that is tried. */
const local = (address: string) => {
  const { pathname, search } = new URL(address, site.baseUrl)
  return `${site.baseUrl}${pathname}${search}`
}
async function read<T>(address: string): Promise<T> {
  const answer = await fetch(local(address))
  expect([address, answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([address, 200, '*'])
  return (await answer.json()) as T
}

interface Manifest {
  type: string
  items: { items: { items: { body: { service?: { id: string }[] } }[] }[] }[]
}

/** From the top down to the first item that has a picture. */
async function firstScan(): Promise<string> {
  const waiting = [TOP_MANIFEST]
  for (let address = waiting.pop(); address !== undefined; address = waiting.pop()) {
    const document = await read<Manifest>(address)
    if (document.type === 'Collection') waiting.push(...checkCollection(document))
    else {
      checkManifest(document)
      const [canvas] = document.items
      const service = canvas?.items[0]?.items[0]?.body.service?.[0]?.id
      if (service) return service
    }
  }
  throw new Error('No item of this archive has a picture.')
}

test('a viewer finds its way from the whole archive to every tile of a picture', async () => {
  const service = await firstScan()
  const information = checkInformation(await read(`${service}/info.json`))
  for (let level = 0; level < scaleFactors(information).length; level += 1) {
    const { columns, rows } = tilesOfLevel(information, level)
    for (const tile of [
      { level, x: 0, y: 0 },
      { level, x: columns - 1, y: rows - 1 },
    ]) {
      const address = tileAddress(information, tile)
      const answer = await fetch(local(`${service}/${address}`))
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
      const { width, height } = await sharp(await answer.arrayBuffer()).metadata()
      if (!/^full|\/max\//.test(address)) expect(address).toContain(`/${width},${height}/`)
    }
  }
})

const OPENSEADRAGON = createRequire(import.meta.url).resolve('openseadragon')
const VIEWER = '<!doctype html><title>A viewer</title><div id="viewer" style="width:900px;height:600px"></div>'
/** A page of another origin, on this machine: browsers let none from the internet read what is on it. */
async function openElsewhere(): Promise<string> {
  const server = createServer((_, answer) => answer.setHeader('content-type', 'text/html').end(VIEWER))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
}

test('OpenSeadragon at another site shows one, and may read its pixels', async () => {
  const service = local(await firstScan())
  const elsewhere = await openElsewhere()
  const page = await site.open(TOP_MANIFEST, {
    routes: (context) => context.route(`${elsewhere}**`, (route) => route.continue()),
  })
  await page.goto(elsewhere)
  await page.addScriptTag({ path: OPENSEADRAGON })
  const shown = await page.evaluate(
    (info) =>
      new Promise<{ width: number; tiles: number; colours: number }>((resolve, reject) => {
        // oxlint-disable-next-line typescript/no-explicit-any -- the library as a script: its types are of its module
        const { OpenSeadragon } = window as any
        let tiles = 0
        const viewer = OpenSeadragon({
          id: 'viewer',
          tileSources: [info],
          drawer: 'canvas',
          crossOriginPolicy: 'Anonymous',
          showNavigationControl: false,
        })
        viewer.addHandler('open-failed', ({ message }: { message: string }) => reject(new Error(message)))
        viewer.addHandler('tile-load-failed', ({ message }: { message: string }) => reject(new Error(message)))
        viewer.addHandler('tile-loaded', () => (tiles += 1))
        viewer.addHandler('open', () => {
          const image = viewer.world.getItemAt(0)
          const look = () => {
            if (!image.getFullyLoaded()) return
            viewer.removeAllHandlers('update-viewport')
            requestAnimationFrame(() => {
              const canvas = viewer.drawer.canvas as HTMLCanvasElement
              const { data } = canvas
                .getContext('2d')!
                .getImageData(canvas.width / 4, canvas.height / 4, canvas.width / 2, canvas.height / 2)
              resolve({ width: image.getContentSize().x, tiles, colours: new Set(new Uint32Array(data.buffer)).size })
            })
          }
          viewer.addHandler('update-viewport', look)
          image.addHandler('fully-loaded-change', () => viewer.forceRedraw())
        })
      }),
    `${service}/info.json`,
  )
  expect(shown.width).toBeGreaterThan(0)
  expect(shown.tiles).toBeGreaterThan(0)
  expect(shown.colours).toBeGreaterThan(20)
})
