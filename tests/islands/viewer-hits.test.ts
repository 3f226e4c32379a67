import { expect, test, vi } from 'vitest'
import { boxesOn, readHits } from '#islands/behaviours/viewer/hits.ts'

const answer = {
  items: [
    { target: 'https://a.example/iiif/item/2/canvas/3#xywh=1,2,30,40' },
    { target: 'https://a.example/iiif/item/2/canvas/33#xywh=5,5,5,5' },
    { target: 'https://a.example/iiif/item/2/canvas/3' },
    null,
  ],
}

test('boxes are those of the picture', () => {
  expect(boxesOn(3, answer)).toEqual([[1, 2, 30, 40]])
  expect([boxesOn(3, null), boxesOn(3, { items: 'x' })]).toEqual([[], []])
})

test('the words of the address are asked for, and nothing lights up without an answer', async () => {
  const fetched = vi.spyOn(globalThis, 'fetch').mockResolvedValue(Response.json(answer))
  const { signal } = new AbortController()
  const page = (end: string) => new URL(`https://a.example/itemview/2/${end}`)
  const full = '/api/scan/image/3/?v=0123456789abcdef'
  expect(await readHits(full, page('?page=3&q=old mill'), signal)).toEqual([[1, 2, 30, 40]])
  expect(fetched).toHaveBeenCalledWith('/api/item/2/search/?q=old%20mill', { signal })
  expect(await readHits(full, page('?page=3'), signal)).toEqual([])
  fetched.mockRejectedValue(new TypeError())
  expect(await readHits(full, page('?q=mill'), signal)).toEqual([])
  fetched.mockRestore()
})
