import type { AstroIntegration } from 'astro'

/** The page of Astro's message about an error in a template. The error itself doesn't name it. */
export const failedPage = (text: string): string | undefined => /Caught error rendering (\/\S*): /.exec(text)?.[1]

/** Tells now and then how many of the pages are rendered: in a large archive that takes minutes, in which nothing else is heard of the build. */
export const pageProgress = (onProgress: (done: number, of: number) => void, every = 200): AstroIntegration => ({
  name: 'lotline:page-progress',
  hooks: {
    'astro:build:start': ({ setPrerenderer }) =>
      setPrerenderer((standard) => {
        let [done, of] = [0, 0]
        return {
          ...standard,
          async getStaticPaths() {
            const paths = await standard.getStaticPaths()
            of = paths.length
            return paths
          },
          async render(request, options) {
            const page = await standard.render(request, options)
            if (++done % every === 0) onProgress(done, of)
            return page
          },
        }
      }),
  },
})
