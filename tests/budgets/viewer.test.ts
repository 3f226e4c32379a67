import { beforeAll, expect, inject, test } from 'vitest'
import { itemAddress } from '#rules/addresses/page-addresses.ts'
import { findTrail, type Trail } from '../e2e/browser/records.ts'
import { scriptsOf } from './page-weight.ts'

/** Bytes after brotli of what the arrows over a picture fetch, and of OpenSeadragon, which comes with the first picture that is opened. */
const VIEWER = { arrows: 8_000, zoom: 80_000 } as const

const baseUrl = inject('baseUrl')
let trail: Trail
beforeAll(async () => {
  trail = await findTrail(baseUrl)
})

test('the viewer keeps to its bytes, and the arrows do without its heavy part', async () => {
  const scripts = [...(await scriptsOf(baseUrl, itemAddress(trail.item.id)))]
  const bytes = (name: RegExp) => scripts.filter(([file]) => name.test(file)).map(([, size]) => size)
  const [viewer, zoom] = [bytes(/^viewer-/), bytes(/^zoom-/)]
  const table = JSON.stringify(scripts)
  expect(viewer, table).toHaveLength(1)
  expect(zoom, table).toHaveLength(1)
  expect(viewer[0], table).toBeLessThanOrEqual(VIEWER.arrows)
  expect(zoom[0], table).toBeLessThanOrEqual(VIEWER.zoom)
})
