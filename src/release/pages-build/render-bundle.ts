import { pathToFileURL } from 'node:url'
import { StaticPaths } from 'astro/runtime/prerender/static-paths.js'

/**
 * What a thread needs to render the site from Astro's prerender bundle. Everything here crosses a thread boundary, so it is plain data.
 * These calls are not documented by Astro: its version is pinned, and a test compares the output with a stock build byte for byte.
 */
export interface RenderContext {
  /** The bundle's entry file. */
  entry: string
  origin: string
  /** Astro's own knowledge of each page: which style sheets it needs. */
  pages: [string, { styles: unknown[]; route: { route: string | undefined } }][]
  scripts: { stage: string; content: string }[]
}

interface RouteData {
  route: string
  type: string
  prerender: boolean
}
interface BundleApp {
  setInternals(internals: object): void
  setOptions(options: object): void
  render(request: Request, options: { routeData: RouteData }): Promise<Response>
}

export interface RenderBundle {
  /** Every page: its path as Astro names it (`/itemview/12`, `/404`). */
  paths(): Promise<{ pathname: string; route: RouteData }[]>
  render(page: { pathname: string; route: RouteData }): Promise<string>
}

const SILENT = { write() {} }

export async function loadRenderBundle(context: RenderContext): Promise<RenderBundle> {
  const { app } = (await import(pathToFileURL(context.entry).href)) as { app: BundleApp }
  app.setInternals({ pagesByKeys: new Map(context.pages), entrySpecifierToBundleMap: new Map() })
  app.setOptions({ settings: { scripts: context.scripts }, logger: { options: { destination: SILENT } } })
  return {
    paths: () => new StaticPaths(app as never).getAll() as unknown as Promise<{ pathname: string; route: RouteData }[]>,
    async render({ pathname, route }) {
      if (route.type !== 'page') throw new Error(`${pathname} is not a page: only pages can be built.`)
      const response = await app.render(new Request(context.origin + pathname.replace(/\/?$/, '/')), {
        routeData: route,
      })
      if (response.status >= 300 && response.status < 400)
        throw new Error(`${pathname} redirects: list it in redirects.ts.`)
      return response.text()
    },
  }
}
