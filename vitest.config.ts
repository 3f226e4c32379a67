import { defineConfig } from 'vitest/config'
import { EVERYTHING_ON_POSTGRES, JOURNEYS_ON_POSTGRES, ONLY_ON_SQLITE, ON_POSTGRES } from './tests/postgres/files.ts'
import { ALL } from './tests/setup/length.ts'

const shared = {
  environment: 'node',
  setupFiles: ['tests/setup/quiet-console.ts', 'tests/setup/random-runs.ts'],
  // What is waited for comes late on a machine that does other things besides.
  expect: { poll: { timeout: 10_000 } },
  // The files of a worker share its process: what they import is loaded once. A file that changes something global puts it back.
  pool: 'forks' as const,
  isolate: false,
}

/** Milliseconds until a test counts as one that hangs: `npm test -- all` runs on machines that do much besides. */
const PATIENCE = ALL ? 300_000 : 60_000

const IN_BROWSER = ['tests/e2e/**/*.test.ts', 'tests/budgets/**/*.test.ts']
/** Journeys of what is long or happens seldom, in `npm test -- all` only. Each has a shorter one, or tests of its parts, that always run. */
const LONG_JOURNEYS = [
  'tests/e2e/add-item/{bad-input,sending,shoebox,video}.test.ts',
  'tests/e2e/{contract-server,fingers,forced-colors,magnified,places-drawing,search-away,static-host,tasks}.test.ts',
  'tests/e2e/collection/hostile-words.test.ts',
  'tests/e2e/map/{first-view,focus,place-pictures,seldom,share}.test.ts',
  'tests/e2e/viewer/{away,edges}.test.ts',
]
/** What takes long, in `npm test -- all` only. */
const LONG = [
  'tests/hosting/hosting.test.ts',
  'tests/processes/*.test.ts',
  'tests/s3/radosgw.test.ts',
  'tests/server/identity/lease.test.ts',
  'tests/server/imports/import-{api,ends}.test.ts',
  'tests/release/{abandoned,killed}-build.test.ts',
  'tests/scripts/{kill,killed-upgrade,taken-down}.test.ts',
  'tests/scripts/copy/retire.test.ts',
  'tests/server/bundle/real-archive.test.ts',
]
/** What starts programs, kills them, or works on a whole archive or a large picture. */
const PROGRAMS = [
  'tests/scripts/**/*.test.ts',
  'tests/components/record/same-markup.test.ts',
  'tests/demo/maps.test.ts',
  'tests/release/{abandoned-build,affected,built-site,killed-build,make-release,roll-back,update}.test.ts',
  'tests/release/files/first-view.test.ts',
  'tests/release/search/build-index.test.ts',
  'tests/server/bundle/overlays.test.ts',
  'tests/server/generated/*.test.ts',
  'tests/server/identity/lease.test.ts',
  'tests/server/imports/import-{api,ends,limits}.test.ts',
  'tests/server/raster/{map-queue,old-maps,restored,s3-maps,tiles-job}.test.ts',
  'tests/server/raster/make/{geotiff,scan}-tiles.test.ts',
  'tests/server/scans/picture-{memory,process}.test.ts',
]

/**
 * Five projects: `units` (rooms, API, tools), for daily work; `postgres`, the API again on PostgreSQL; `programs`; `site` (journeys in a real browser and page budgets, on the product as
 * `npm start` runs it); and `site-postgres`, the main journeys again on PostgreSQL. `vitest run --project units` is the quick one.
 */
export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      {
        test: {
          ...shared,
          name: 'units',
          include: ['tests/**/*.test.ts', 'tests/**/*.test.tsx'],
          exclude: [...IN_BROWSER, ...PROGRAMS, ...LONG, 'tests/postgres/**'],
          testTimeout: PATIENCE,
          hookTimeout: PATIENCE,
        },
      },
      {
        test: {
          ...shared,
          name: 'postgres',
          include: ALL ? EVERYTHING_ON_POSTGRES : ON_POSTGRES,
          exclude: ONLY_ON_SQLITE,
          env: { TEST_DATABASE: 'postgres' },
          globalSetup: ['tests/postgres/setup.ts'],
          testTimeout: PATIENCE,
          hookTimeout: PATIENCE,
        },
      },
      {
        test: {
          ...shared,
          name: 'programs',
          include: [...PROGRAMS, ...(ALL ? LONG : [])],
          exclude: ALL ? [] : LONG,
          testTimeout: PATIENCE,
          hookTimeout: PATIENCE,
        },
      },
      {
        test: {
          ...shared,
          name: 'site',
          include: IN_BROWSER,
          exclude: ALL ? [] : LONG_JOURNEYS,
          globalSetup: ['tests/e2e/setup/product.ts'],
          testTimeout: 2 * PATIENCE,
          hookTimeout: 2 * PATIENCE,
        },
      },
      {
        test: {
          ...shared,
          name: 'site-postgres',
          include: JOURNEYS_ON_POSTGRES,
          globalSetup: ['tests/e2e/setup/postgres-product.ts'],
          testTimeout: 2 * PATIENCE,
          hookTimeout: 2 * PATIENCE,
        },
      },
    ],
  },
})
