import type { PageView } from '../page-view.ts'

/** `getStaticPaths` for a route `[section]/[...page].astro`, or one with a fixed section; `page` is undefined for the section's own address. */
export const pagePaths = <View extends PageView>(section: string, views: readonly View[]) =>
  views.map((view) => ({
    params: { section: section.slice(1, -1), page: view.address.slice(section.length, -1) || undefined },
    props: { view },
  }))
