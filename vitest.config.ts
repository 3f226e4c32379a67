import { defineConfig } from 'vitest/config'

/** Units, the API, the tools and the types. Journeys in a browser and page budgets have a configuration of their own. */
export default defineConfig({
  test: {
    include: ['tests/**/*.test.ts', 'tests/**/*.test.tsx'],
    exclude: ['tests/e2e/**', 'tests/budgets/**', 'tests/bench/**'],
    environment: 'node',
    setupFiles: ['tests/setup/quiet-console.ts'],
    typecheck: {
      enabled: true,
      include: ['tests/types/**/*.test-d.ts'],
      tsconfig: 'tsconfig.json',
      ignoreSourceErrors: true,
    },
    testTimeout: 20_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
  },
})
