import type { PageView } from '../views.ts'

/** Paths for a route `SECTION/[...page].astro`: a page at the section's own address has no `page`. */
export const pagePaths = <View extends PageView>(section: string, views: readonly View[]) =>
  views.map((view) => ({
    params: { page: view.address.slice(section.length, -1) || undefined },
    props: { view },
  }))
