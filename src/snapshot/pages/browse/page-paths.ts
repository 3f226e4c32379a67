import type { PageView } from '../page-view.ts'

/** `getStaticPaths` for a route `SECTION/[...page].astro`; `page` is undefined for the section's own address. */
export const pagePaths = <View extends PageView>(section: string, views: readonly View[]) =>
  views.map((view) => ({
    params: { page: view.address.slice(section.length, -1) || undefined },
    props: { view },
  }))
