import { describe, expect, inject, test } from 'vitest'
import type { Locator } from 'playwright'
import sharp from 'sharp'
import { DEMO_MAP_LAYERS } from '#demo/maps/layers.ts'
import type { Overlay } from '#contract/overlay.ts'
import { tileTemplate } from '#rules/map/layer-selection.ts'
import { fromMercator, toMercator } from '#rules/map/geometry.ts'
import { expectAxeClean, expectContrast, useSite } from '../browser/site.ts'
import { openMap } from './live-map.ts'
import { about, meanOf, pictureOf, shareChanged } from './pixels.ts'
import type { Colour } from './pixels.ts'
import { expectFocused } from '../browser/focus.ts'
import { seldom } from '../../setup/seldom.ts'

const site = useSite()
const baseUrl = inject('baseUrl')
const { overlays } = DEMO_MAP_LAYERS
const old = overlays.find(({ id }) => id === 'town-1879')!
const NAME = `${old.title} ${old.year}`

/** A piece of an old map that is opaque all over, and where it lies: from the tile itself. */
async function opaquePiece(): Promise<{
  point: readonly [number, number]
  zoom: number
  side: number
  colour: Colour
}> {
  const kept = (await (await fetch(`${baseUrl}/api/overlays/`)).json()) as Overlay[]
  const { bounds, version } = kept.find(({ layer }) => layer === old.layer)!
  const zoom = 17
  const [x0, y0] = toMercator([(bounds[0] + bounds[2]) / 2, (bounds[1] + bounds[3]) / 2])
  const world = 2 * Math.PI * 6378137
  const tile = world / 2 ** zoom
  const [column, row] = [Math.floor((x0 + world / 2) / tile), Math.floor((world / 2 - y0) / tile)]
  const path = tileTemplate(baseUrl, old.layer, version)
    .replace('{z}', String(zoom))
    .replace('{x}', String(column))
    .replace('{y}', String(row))
  const png = Buffer.from(await (await fetch(path)).arrayBuffer())
  const side = 60
  const { data } = await sharp(png)
    .ensureAlpha()
    .extract({ left: 128 - side / 2, top: 128 - side / 2, width: side, height: side })
    .raw()
    .toBuffer({ resolveWithObject: true })
  const sums = [0, 0, 0, 0]
  data.forEach((value, at) => (sums[at % 4]! += value))
  const mean = sums.map((sum) => sum / (side * side))
  expect(mean[3], 'opaque amid the map').toBeGreaterThan(250)
  const point = [-world / 2 + (column + 0.5) * tile, world / 2 - (row + 0.5) * tile] as const
  return { point, zoom, side, colour: [mean[0]!, mean[1]!, mean[2]!] }
}

const distance = (a: Colour, b: Colour) => Math.max(...[0, 1, 2].map((band) => Math.abs(a[band]! - b[band]!)))

/** Of the words of a control to its own ground (WCAG 2.2). */
const contrastOf = (control: Locator) =>
  control.evaluate((element) => {
    const { color, backgroundColor } = getComputedStyle(element)
    const luminance = (text: string) => {
      const [r, g, b] = text.match(/[\d.]+/g)!.map((each) => {
        const share = Number(each) / 255
        return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
      })
      return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!
    }
    const [low, high] = [luminance(color), luminance(backgroundColor)].sort((a, b) => a - b)
    return (high! + 0.05) / (low! + 0.05)
  })

describe('old maps and base maps', () => {
  test('a checked old map covers the town, with the opacity of its slider', async () => {
    const { point, zoom, side, colour } = await opaquePiece()
    const [longitude, latitude] = fromMercator(point)
    const live = await openMap(site, `/?at=${latitude.toFixed(6)},${longitude.toFixed(6)},${zoom}z&base=osm`)
    const { page, section } = live
    const look = async () => meanOf(await pictureOf(page, about(await live.placeAt(point), side)))
    const bare = await look()
    expect(distance(bare, colour)).toBeGreaterThan(8)

    const legend = section('Legend')
    await legend.getByRole('checkbox', { name: NAME }).check()
    const slider = legend.getByRole('slider', { name: `Opacity of ${NAME}` })
    // Lines of zones lie over it.
    await expect.poll(async () => distance(await look(), colour), { timeout: 10_000 }).toBeLessThan(12)
    const whole = await look()

    await slider.focus()
    await page.keyboard.press('Home')
    expect(await slider.inputValue()).toBe('0')
    await expect.poll(async () => distance(await look(), bare)).toBeLessThan(2)
    // Under a map that can be seen at all, places are not tinted.
    await page.keyboard.press('ArrowRight')
    await expect.poll(async () => distance(await look(), bare)).toBeGreaterThan(4)
    const ground = await look()
    for (let press = 0; press < 5; press++) await page.keyboard.press('PageUp')
    const share = Number(await slider.inputValue())
    expect(share).toBeGreaterThan(0.3)
    const mix = (band: 0 | 1 | 2) => ground[band] + (whole[band] - ground[band]) * share
    const mixed: Colour = [mix(0), mix(1), mix(2)]
    await expect.poll(async () => distance(await look(), mixed)).toBeLessThan(4)
    await page.keyboard.press('ArrowRight')
    expect(await slider.inputValue()).toBe((share + 0.01).toFixed(2).replace(/0$/, ''))

    await legend.getByRole('checkbox', { name: NAME }).uncheck()
    await expect.poll(async () => distance(await look(), bare)).toBeLessThan(2)
  })

  test('two maps are compared side by side, with the keyboard too, and the link shows the same', async () => {
    const live = await openMap(site, '/?base=osm')
    const { page, section } = live
    await section('Legend').getByRole('checkbox', { name: NAME }).check()
    await page.getByRole('button', { name: 'Compare two maps' }).click()
    const region = page.getByRole('region', { name: 'Compare two maps' })
    const handle = region.getByRole('slider', { name: `Divider between ${NAME} and OpenStreetMap` })
    await handle.focus()
    const edge = async () => (await page.locator('.compare-line').boundingBox())!.x
    const before = await edge()
    for (let press = 0; press < 10; press++) await page.keyboard.press('ArrowLeft')
    await expect.poll(edge).toBeLessThan(before)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await (colorScheme === 'light' ? expectAxeClean(page) : expectContrast(page))
      expect(await contrastOf(region.getByLabel('Right')), colorScheme).toBeGreaterThan(7)
    }
    await region.getByLabel('Right').selectOption({ label: 'County aerial imagery 2006' })
    await expect.poll(() => new URL(page.url()).searchParams.get('compare')).toBe(`${old.id},aerial-2006,0.4`)

    await page.reload()
    await handle.waitFor({ state: 'detached' })
    await region.getByRole('slider', { name: `Divider between ${NAME} and County aerial imagery 2006` }).waitFor()
    await region.getByLabel('Left').selectOption({ label: 'OpenStreetMap' })
    const ticked = () => section('Legend').locator('input:checked').count()
    await expect.poll(ticked, { message: 'two base maps' }).toBe(2)
    await region.getByRole('button', { name: 'End the comparison' }).click()
    await region.waitFor({ state: 'detached' })
    await expectFocused(page.getByRole('application'))

    await page.getByRole('button', { name: 'Compare two maps' }).click()
    await region.getByLabel('Left').selectOption({ label: 'OpenStreetMap' })
    await section('Legend').getByRole('radio', { name: 'OpenStreetMap' }).click()
    await region.waitFor({ state: 'detached' })
  })

  seldom('the legend lists all layers, with the defaults of the spec', async () => {
    const { section } = await openMap(site, '/')
    const legend = section('Legend')
    const boxes = legend.getByRole('checkbox')
    expect(await boxes.count()).toBe(5)
    for (const { title, year, inLegend } of overlays) {
      const box = legend.getByRole('checkbox', { name: `${title} ${year}` })
      expect(await box.count(), title).toBe(inLegend ? 1 : 0)
      if (!inLegend) continue
      expect(await box.isChecked()).toBe(false)
      const slider = legend.getByRole('slider', { name: `Opacity of ${title} ${year}` })
      for (const [name, value] of Object.entries({ min: '0', max: '1', step: '0.01', value: '1' }))
        expect(await slider.getAttribute(name), `${name} of ${title}`).toBe(value)
    }
    const radios = legend.getByRole('radio')
    expect(await radios.count()).toBe(4)
    expect(await radios.evaluateAll((all) => all.map((each) => (each as HTMLInputElement).checked))).toEqual([
      true,
      false,
      false,
      false,
    ])
  })

  seldom('one base map shows at a time, and each looks different', async () => {
    const live = await openMap(site, '/')
    const { page, map, section } = live
    const radios = section('Legend').getByRole('radio')
    const { x, y, width, height } = (await map.boundingBox())!
    const ground = () => pictureOf(page, { x: x + width / 4, y: y + height / 4, width: width / 2, height: height / 2 })
    const looks = [await ground()]
    for (const at of [1, 2]) {
      await radios.nth(at).check()
      expect(await radios.evaluateAll((all) => all.filter((each) => (each as HTMLInputElement).checked).length)).toBe(1)
      await expect.poll(async () => shareChanged(looks.at(-1)!, await ground())).toBeGreaterThan(0.2)
      expect(new URL(await live.page.evaluate(() => location.href)).searchParams.get('base')).toBeDefined()
      looks.push(await ground())
    }
    await radios.nth(0).focus()
    await page.keyboard.press('ArrowDown')
    expect(await radios.nth(1).isChecked()).toBe(true)
  })
})
