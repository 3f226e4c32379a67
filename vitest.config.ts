import { defineConfig } from 'vitest/config'

const shared = {
  environment: 'node',
  setupFiles: ['tests/setup/quiet-console.ts'],
  // What is waited for comes late on a machine that does other things besides.
  expect: { poll: { timeout: 10_000 } },
}

/**
 * Two projects: `units` (rooms, API, tools, types) and `site` (journeys in a real browser and page budgets, on the product as
 * `npm start` runs it). `vitest run --project units` is the quick one.
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
          exclude: ['tests/e2e/**', 'tests/budgets/**'],
          typecheck: {
            enabled: true,
            include: ['tests/types/**/*.test-d.ts'],
            tsconfig: 'tests/types/tsconfig.json',
            ignoreSourceErrors: true,
          },
          testTimeout: 20_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          ...shared,
          name: 'site',
          include: ['tests/e2e/**/*.test.ts', 'tests/budgets/**/*.test.ts'],
          globalSetup: ['tests/e2e/setup/product.ts'],
          // Said by name at the end of `npm test` (docs/decisions/2026-11-20-journeys.md).
          retry: 1,
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
})
