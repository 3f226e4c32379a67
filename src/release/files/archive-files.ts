import type { Archive } from '#snapshot/archive.ts'
import { undatedPicture } from '#snapshot/pages/browse/year-plan.ts'
import { yearsWithPages } from '#snapshot/pages/browse/year-pages.ts'
import { ADDRESS, ANNIVERSARIES, UNDATED_PLAN, YEAR_PAGES } from '#rules/addresses/page-addresses.ts'
import { oEmbedFiles } from '#snapshot/pages/story-pages.ts'
import type { PageFacts } from '../pages/page-facts.ts'
import { collectionData, mapFiles, type Wanted } from './data-files.ts'
import { anniversaries, feed } from './feeds.ts'
import { iiifDocuments } from './iiif/collection-manifest.ts'
import { linkedPlaceFiles } from './linked-places.ts'
import { mergedPages, redirectsFile } from './redirects.ts'
import { sitemaps } from './sitemap.ts'

type ArchiveFile = [path: string, text: string]

/** Every file that is made from the archive and is no page, by its path on the site. One text at a time is in memory. */
export function* archiveFiles(
  archive: Archive,
  pages: readonly PageFacts[],
  site: string,
  isWanted: (path: string) => boolean = () => true,
): Generator<ArchiveFile> {
  const wanted: Wanted = (address) => isWanted(address.replace(/^\//, ''))
  for (const [address, content] of contents(archive, pages, site, wanted))
    yield [address.replace(/^\//, ''), typeof content === 'string' ? content : JSON.stringify(content)]
}

function* contents(
  archive: Archive,
  pages: readonly PageFacts[],
  site: string,
  wanted: Wanted,
): Generator<[address: string, content: string | object]> {
  yield* sitemaps(pages, archive, site)
  yield [ADDRESS.feed, feed(archive, site)]
  yield [ANNIVERSARIES, anniversaries(archive, site)]
  yield [YEAR_PAGES, yearsWithPages(archive)]
  if (wanted(UNDATED_PLAN)) yield [UNDATED_PLAN, undatedPicture(archive)]
  yield* linkedPlaceFiles(archive, site, wanted)
  yield* mapFiles(archive, wanted)
  yield* iiifDocuments(archive, site, wanted)
  yield* collectionData(archive, wanted)
  yield* oEmbedFiles(archive, site)
  yield* mergedPages(archive, site)
  yield ['_redirects', redirectsFile(archive.meta.oldAddresses)]
}
