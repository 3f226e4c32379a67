import { afterEach, expect, test, vi } from 'vitest'
import { saveFile } from '#islands/behaviours/save-file.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const link = { href: 'https://api.example/api/scan/image/1/', download: 'mill.jpg' } as HTMLAnchorElement
function setUp(answer: () => Promise<Response>) {
  vi.useFakeTimers()
  const copy = { href: '', download: '', click: vi.fn() }
  const assign = vi.fn()
  vi.stubGlobal('fetch', vi.fn(answer))
  vi.stubGlobal('document', { createElement: () => copy })
  vi.stubGlobal('location', { assign })
  return { copy, assign }
}

test('a file of another origin is fetched and saved under its name', async () => {
  const { copy, assign } = setUp(() => Promise.resolve(new Response('bytes')))
  await saveFile(link)
  expect(fetch).toHaveBeenCalledWith(link.href)
  expect(copy).toMatchObject({ href: expect.stringMatching(/^blob:/) as string, download: 'mill.jpg' })
  expect(copy.click).toHaveBeenCalledOnce()
  expect(assign).not.toHaveBeenCalled()
})

test.each([
  ['refused', () => Promise.resolve(new Response('', { status: 403 }))],
  ['not readable from here', () => Promise.reject(new TypeError('Failed to fetch'))],
])('one that is %s is opened', async (_, answer) => {
  const { copy, assign } = setUp(answer)
  await saveFile(link)
  expect(assign).toHaveBeenCalledWith(link.href)
  expect(copy.click).not.toHaveBeenCalled()
})
