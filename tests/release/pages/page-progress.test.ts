import type { AstroIntegrationLogger, AstroPrerenderer } from 'astro'
import { expect, test } from 'vitest'
import { pageProgress } from '#release/pages/run-astro.ts'

test('every so many pages it tells how many are rendered, of how many', async () => {
  const paths = Array.from({ length: 5 }, (_, at) => ({ pathname: `/itemview/${at}/`, route: {} }))
  const standard = {
    name: 'standard',
    getStaticPaths: async () => paths,
    render: async (request: Request) => new Response(new URL(request.url).pathname),
  } as unknown as AstroPrerenderer
  const told: number[][] = []
  let prerenderer = standard
  const { hooks } = pageProgress((...numbers) => told.push(numbers), 2)
  await hooks['astro:build:start']!({
    logger: {} as AstroIntegrationLogger,
    setPrerenderer: (given) => (prerenderer = typeof given === 'function' ? given(standard) : given),
  })
  for (const { pathname } of await prerenderer.getStaticPaths()) {
    const page = await prerenderer.render(
      new Request(`http://localhost${pathname}`),
      {} as Parameters<AstroPrerenderer['render']>[1],
    )
    expect(await (page as Response).text()).toBe(pathname)
  }
  expect(told).toEqual([
    [2, 5],
    [4, 5],
  ])
})
