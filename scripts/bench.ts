import { benchApi } from '../tests/bench/api/api-bench.ts'
import { benchBuild } from '../tests/bench/build/build-bench.ts'
import { benchCollection } from '../tests/bench/collection/collection-bench.ts'
import { benchCopy } from '../tests/bench/copy/copy-bench.ts'
import { benchDocuments } from '../tests/bench/documents/documents-bench.ts'
import { holds, record, table } from '../tests/bench/figures.ts'
import { benchKill } from '../tests/bench/kill/kill-bench.ts'
import { benchFirewall } from '../tests/bench/living/firewall-cost.ts'
import { benchLiving } from '../tests/bench/living/living-bench.ts'
import { benchMap } from '../tests/bench/map/map-bench.ts'
import { benchMove } from '../tests/bench/move/move-bench.ts'
import { benchOai } from '../tests/bench/oai/oai-bench.ts'
import { benchProcesses } from '../tests/bench/processes/processes-bench.ts'
import { benchPublish } from '../tests/bench/publish/publish-bench.ts'
import { benchCrawlers } from '../tests/bench/requests/crawlers-bench.ts'
import { benchRequests } from '../tests/bench/requests/requests-bench.ts'
import { benchReview } from '../tests/bench/review/review-bench.ts'
import { benchSearch } from '../tests/bench/search/search-bench.ts'
import { benchLarge } from '../tests/bench/sql/large-bench.ts'
import { benchSql } from '../tests/bench/sql/sql-bench.ts'
import { benchTiles } from '../tests/bench/tiles/tiles-bench.ts'
import { benchUploads } from '../tests/bench/uploads/uploads-bench.ts'
import { benchWeight } from '../tests/bench/weight/weight-bench.ts'
import { benchWizard } from '../tests/bench/wizard/wizard-bench.ts'
import { benchYear } from '../tests/bench/year/year-bench.ts'

/** `npm run bench [-- build|publish|api|sql|large|weight|uploads|requests|crawlers|kill|processes|search|tiles|map|collection|wizard|review|move|copy|oai|documents|living|firewall|year]`: the figures with limits, most of them ratios within one run. */
const PARTS = {
  build: benchBuild,
  publish: benchPublish,
  api: benchApi,
  sql: benchSql,
  large: benchLarge,
  weight: benchWeight,
  uploads: benchUploads,
  requests: benchRequests,
  crawlers: benchCrawlers,
  kill: benchKill,
  processes: benchProcesses,
  search: benchSearch,
  tiles: benchTiles,
  map: benchMap,
  collection: benchCollection,
  wizard: benchWizard,
  review: benchReview,
  move: benchMove,
  copy: benchCopy,
  oai: benchOai,
  documents: benchDocuments,
  living: benchLiving,
  firewall: benchFirewall,
  year: benchYear,
}

const chosen = process.argv.slice(2)
const unknown = chosen.filter((word) => !(word in PARTS))
if (unknown.length > 0) {
  console.error(`Unknown benchmark: ${unknown.join(', ')}. Available: ${Object.keys(PARTS).join(', ')}.`)
  process.exit(2)
}

for (const [part, bench] of Object.entries(PARTS)) {
  // Half a million items take ten minutes to make.
  if (chosen.length > 0 ? !chosen.includes(part) : part === 'large') continue
  const figures = await bench((line) => console.log(line))
  console.log(`\n${table(figures)}\n\nWritten to ${record(part, figures)}\n`)
  if (!figures.every(holds)) process.exitCode = 1
}
