import { expect, test } from 'vitest'
import { useViewer } from './viewer-page.ts'

const viewer = useViewer()

test('a zoomed picture fills the window to its edges', async () => {
  const page = await viewer.openViewer({ width: 390 })
  for (let time = 0; time < 8; time += 1) await page.keyboard.press('+')
  /** How many of the outermost pixels of the canvas, right and below, have nothing of the picture. */
  const bare = () =>
    page.locator('.viewer-stage canvas').evaluate((canvas: HTMLCanvasElement) => {
      const { width, height } = canvas
      const pixels = canvas.getContext('2d')!
      const alphas = [
        pixels.getImageData(width - 1, 0, 1, height).data,
        pixels.getImageData(0, height - 1, width, 1).data,
      ].flatMap((data) => [...data].filter((_, at) => at % 4 === 3))
      return alphas.filter((alpha) => alpha < 255).length
    })
  await expect.poll(bare).toBe(0)
})
