import js from '@eslint/js'
import astro from 'eslint-plugin-astro'
import boundaries from 'eslint-plugin-boundaries'
import reactHooks from 'eslint-plugin-react-hooks'
import { defineConfig, globalIgnores } from 'eslint/config'
import tseslint from 'typescript-eslint'

/**
 * The rooms of the house and the rooms that each may import besides itself (docs: "The house" in the README).
 * Data flows one way, so each list names only what lies before the room. `pages`, `layouts` and `components` may mount an
 * island; an island never reaches back.
 */
export const ROOMS = {
  contract: [],
  rules: ['contract'],
  client: ['contract'],
  server: ['contract', 'rules'],
  demo: ['contract', 'rules'],
  snapshot: ['client', 'contract', 'rules'],
  release: ['snapshot', 'client', 'contract', 'rules'],
  stores: ['client', 'contract', 'rules'],
  islands: ['stores', 'client', 'contract', 'rules', 'styles'],
  components: ['snapshot', 'islands', 'contract', 'rules', 'styles'],
  layouts: ['components', 'snapshot', 'islands', 'contract', 'rules', 'styles'],
  pages: ['layouts', 'components', 'snapshot', 'islands', 'contract', 'rules', 'styles'],
  styles: [],
}

const room = (type) => ({ element: { type } })
const roomPolicies = Object.entries(ROOMS).map(([name, mayImport]) => ({
  from: room(name),
  allow: [name, ...mayImport].map((type) => ({ to: room(type) })),
}))

/** `society.ts` belongs to the society, not to a room: everything but the contract may read it. */
const societyPolicies = [
  { allow: { to: { file: { categories: 'society' } } } },
  { from: room('contract'), disallow: { to: { file: { categories: 'society' } } } },
]

/** The contract and the rules are pure: no I/O, and no library but valibot. */
const purePolicies = ['contract', 'rules'].flatMap((name) => [
  { from: room(name), disallow: { to: { module: { origin: ['core', 'external'] } } } },
  { from: room(name), allow: { to: { module: { origin: 'external', source: 'valibot' } } } },
])

/** What reaches a browser runs on no Node module. */
const browserPolicies = ['client', 'stores', 'islands'].map((name) => ({
  from: room(name),
  disallow: { to: { module: { origin: 'core' } } },
}))

export default defineConfig(
  globalIgnores(['node_modules/', 'data/', 'dist/', '.astro/', '.cache/', 'bench-results/', 'test-results/']),
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },

  js.configs.recommended,
  tseslint.configs.recommended,
  tseslint.configs.stylistic,
  astro.configs['flat/recommended'],

  {
    name: 'lotline/craft',
    rules: {
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/ban-ts-comment': ['error', { 'ts-expect-error': 'allow-with-description' }],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', ignoreRestSiblings: true }],
      // A `type` and an `interface` differ in what may be assigned to an index signature: the author chooses.
      '@typescript-eslint/consistent-type-definitions': 'off',
      '@typescript-eslint/consistent-indexed-object-style': 'off',
      // An array type reads as its author wrote it; both forms are clear.
      '@typescript-eslint/array-type': 'off',
      // `() => {}` says "nothing to do" well enough.
      '@typescript-eslint/no-empty-function': 'off',
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      'no-var': 'error',
      'prefer-const': 'error',
      // A table may be longer: `/* eslint-disable max-lines -- a table: … */` on its first line says so.
      'max-lines': ['error', { max: 250 }],
    },
  },

  {
    name: 'lotline/promises',
    files: ['src/**/*.{ts,tsx}', 'scripts/**/*.ts', 'tests/**/*.ts'],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: { attributes: false } }],
      '@typescript-eslint/await-thenable': 'error',
    },
  },

  {
    name: 'lotline/quiet',
    files: ['src/**'],
    rules: { 'no-console': 'error' },
  },

  {
    name: 'lotline/sql',
    files: ['src/server/routes/**', 'src/server/http/**'],
    // An answer that is kept for a retry is written in the transaction of the write itself.
    ignores: ['src/server/http/once.ts'],
    rules: {
      'no-restricted-syntax': [
        'error',
        {
          selector:
            "CallExpression[callee.property.name=/^(selectFrom|insertInto|updateTable|deleteFrom|prepare)$/], TaggedTemplateExpression[tag.name='sql']",
          message:
            'Routes hold no SQL: reads lie in repositories/, writes with their transaction (src/server/README.md).',
        },
      ],
    },
  },

  {
    // Rooms of writes say how records lie in their tables; a bundle is one way to bring them, and knows those rooms.
    name: 'lotline/records',
    files: ['src/server/{records,publishing,submissions,accounts,mail,repositories,database}/**'],
    rules: {
      'no-restricted-imports': [
        'error',
        { patterns: [{ group: ['**/bundle/**'], message: 'What a bundle and a write share lies in records/.' }] },
      ],
    },
  },

  {
    name: 'lotline/islands',
    files: ['src/islands/**'],
    ...reactHooks.configs.flat['recommended-latest'],
  },

  {
    name: 'lotline/rooms',
    files: ['**/*.{js,mjs,ts,tsx,astro}'],
    plugins: { boundaries },
    settings: {
      'import/resolver': { typescript: { project: 'tsconfig.json' }, node: true },
      'boundaries/root-path': import.meta.dirname,
      'boundaries/include': ['src/**/*', 'scripts/**/*', 'tests/**/*'],
      'boundaries/dependency-nodes': ['import', 'export', 'dynamic-import'],
      'boundaries/legacy-templates': false,
      'boundaries/elements': [
        ...Object.keys(ROOMS).map((type) => ({ type, pattern: `src/${type}`, partialMatch: false })),
        { type: 'scripts', pattern: 'scripts', partialMatch: false },
        { type: 'tests', pattern: 'tests', partialMatch: false },
      ],
      'boundaries/files': [{ category: 'society', pattern: 'src/society.ts' }],
    },
    rules: {
      'boundaries/dependencies': [
        'error',
        {
          default: 'disallow',
          checkAllOrigins: true,
          checkUnknownLocals: true,
          policies: [
            { allow: { to: { module: { origin: ['core', 'external'] } } } },
            ...roomPolicies,
            { from: { element: { types: { anyOf: ['scripts', 'tests'] } } }, allow: { to: { file: { path: '**' } } } },
            ...purePolicies,
            ...browserPolicies,
            ...societyPolicies,
          ],
        },
      ],
    },
  },

  {
    name: 'lotline/commands',
    files: ['**/*.{js,mjs}'],
    languageOptions: {
      globals: Object.fromEntries(
        ['process', 'console', 'URL', 'fetch', 'AbortSignal', 'FormData', 'Blob', 'Buffer'].map((name) => [
          name,
          'readonly',
        ]),
      ),
    },
  },
)
