import astro from 'eslint-plugin-astro'
import boundaries from 'eslint-plugin-boundaries'
import regexp from 'eslint-plugin-regexp'
import { defineConfig, globalIgnores } from 'eslint/config'
import tseslint from 'typescript-eslint'

/**
 * The rooms of `src` and the rooms that each may import besides itself (docs/develop/README.md). Data flows one way. `pages` and `layouts` may mount an
 * island; an island never imports them.
 */
export const ROOMS = {
  contract: [],
  rules: ['contract'],
  locks: [],
  s3: [],
  client: ['contract'],
  server: ['contract', 'rules', 'locks', 's3'],
  demo: ['contract', 'rules'],
  views: ['contract', 'rules'],
  snapshot: ['views', 'client', 'contract', 'rules'],
  release: ['snapshot', 'views', 'client', 'contract', 'rules', 'locks', 's3'],
  stores: ['views', 'client', 'contract', 'rules'],
  islands: ['components', 'stores', 'views', 'client', 'contract', 'rules', 'styles'],
  components: ['snapshot', 'views', 'contract', 'rules', 'styles'],
  layouts: ['components', 'snapshot', 'views', 'islands', 'contract', 'rules', 'styles'],
  pages: ['layouts', 'components', 'snapshot', 'views', 'islands', 'contract', 'rules', 'styles'],
  styles: [],
}

const toRooms = (type) => ({ to: { element: { type } } })
const toModules = (module) => ({ to: { module } })

/** What a file of a room, or of no room, may import. The last policy that matches decides. */
function policiesOf(room) {
  const policies = [{ allow: toModules({ origin: ['core', 'external'] }) }]
  if (room) policies.push({ allow: toRooms([room, ...ROOMS[room]]) })
  // The contract, the rules and the views are pure: no I/O, and no library but valibot, and the one that cuts outlines (rules/map/outlines).
  if (['contract', 'rules', 'views'].includes(room)) {
    policies.push({ disallow: toModules({ origin: ['core', 'external'] }) })
    policies.push({ allow: toModules({ origin: 'external', source: 'valibot' }) })
  }
  if (room === 'rules') policies.push({ allow: toModules({ origin: 'external', source: 'polyclip-ts' }) })
  // Browser code uses no Node modules.
  if (['client', 'stores', 'islands'].includes(room)) policies.push({ disallow: toModules({ origin: 'core' }) })
  // `society.ts` and `look.ts` are not part of a room: everything except the contract may import them.
  if (room !== 'contract') policies.push({ allow: { to: { file: { categories: 'society' } } } })
  return policies
}

const dependencyRule = (room) => ({
  'boundaries/dependencies': [
    'error',
    { default: 'disallow', checkAllOrigins: true, checkUnknownLocals: true, policies: policiesOf(room) },
  ],
})

/** A rule for each room: one for all of them would try the policies of every room for every import. */
const roomRules = Object.keys(ROOMS).map((room) => ({
  name: `lotline/room-${room}`,
  files: [`src/${room}/**/*.{js,mjs,ts,tsx,astro}`],
  rules: dependencyRule(room),
}))

const NO_SQL = [
  {
    selector:
      "CallExpression[callee.property.name=/^(selectFrom|insertInto|updateTable|deleteFrom|prepare)$/], TaggedTemplateExpression[tag.name='sql']",
    message:
      'No SQL in routes: reads belong in repositories/, writes next to their transaction (src/server/README.md).',
  },
]

const FS = '/^(node:)?fs(\\u002fpromises)?$/'
const REMOVALS = '/^(unlink|rm|rmdir|rename)(Sync)?$/'
/** Only storage/removal.ts, which never deletes an original, may remove or rename files. */
const NO_REMOVAL = [
  `ImportDeclaration[source.value=${FS}] ImportSpecifier[imported.name=${REMOVALS}]`,
  // Importing the whole module would include them.
  `ImportDeclaration[source.value=${FS}] :matches(ImportNamespaceSpecifier, ImportDefaultSpecifier)`,
  `ImportDeclaration[source.value=${FS}] ImportSpecifier[imported.name=/^(promises|default)$/]`,
  `ExportNamedDeclaration[source.value=${FS}], ExportAllDeclaration[source.value=${FS}]`,
  `ImportExpression[source.value=${FS}], CallExpression[callee.name='require'][arguments.0.value=${FS}]`,
  `CallExpression[callee.property.name='getBuiltinModule']`,
  // In an object store.
  `MemberExpression[property.name='deleteObject'], ObjectPattern > Property[key.name='deleteObject']`,
].map((selector) => ({
  selector,
  message:
    'Only src/server/storage/removal.ts removes and renames files. Exceptions that do not touch media are listed in eslint.config.js, with reasons.',
}))
/** Files that may remove and rename, with reasons; none of them touches an archive's media. */
export const MAY_REMOVE = {
  'src/server/storage/removal.ts': 'the one module for media',
  'src/server/scans/picture-process.ts': 'the scratch folder of a process, in TMPDIR',
  'src/server/scans/picture-worker.ts': 'the scratch folder of a process, in TMPDIR',
  'src/server/scans/pyramid.ts': 'tiles that are being cut, in TMPDIR',
  'src/server/database/restore-swap.ts':
    'moves the old archive aside whole; removes what a restore unpacked, whose backup is still there',
  'src/server/identity/missing-database.ts': 'a copy of the database that doctor looks at',
  'src/server/backup/backup-job.ts': 'nightly backups of before two weeks, by their own name, in BACKUP_DIR',
  'src/server/accounts/tokens.ts': 'a key that is being written',
  'src/server/raster/desk/map-uploads.ts': 'uploaded maps that a person forgets, or that are in the archive by then',
  'src/server/site/release-files.ts': 'built pages and manifests of withdrawn records, as the next build would',
  'scripts/start/demo-archive.ts': 'drawings of the demo town',
  'scripts/start/dev.ts': 'a snapshot in TMPDIR, pulled for the dev server',
}

/** The layers of the server, top to bottom: each may import itself and those below (src/server/README.md). */
export const SERVER_LAYERS = [
  ['routes', 'http', 'site'],
  [
    ...['accounts', 'publishing', 'scans', 'raster', 'bundle', 'backup', 'identity', 'health', 'mail'],
    ...['reads', 'hooks', 'operations', 'settings', 'metrics', 'move'],
  ],
  ['records', 'repositories'],
  ['database', 'storage', 'jobs', 'limits', 'json', 'errors'],
]
const fromServer = (folders) => `^(\\.\\./)+(${folders.join('|')})/|^#server/(${folders.join('|')})/`
const serverLayers = SERVER_LAYERS.map((folders, i) => ({
  name: `lotline/server-layer-${i + 1}`,
  files: folders.map((folder) => `src/server/${folder}/**`),
  rules: {
    'no-restricted-imports': [
      'error',
      {
        patterns: [
          ...(i > 0
            ? [
                {
                  regex: fromServer(SERVER_LAYERS.slice(0, i).flat()),
                  message: 'This folder belongs to a higher layer.',
                },
              ]
            : []),
          // Bundles may use the other features, but not the other way round.
          ...(i === 1
            ? []
            : [
                { group: ['**/bundle/**'], message: 'Code shared by bundles and writes belongs in records/ or below.' },
              ]),
        ],
      },
    ],
  },
}))

export default defineConfig(
  globalIgnores(['node_modules/', 'data/', 'dist/', '**/.astro/', '.cache/', 'bench-results/', 'test-results/']),

  // Only what follows is checked here: what every TypeScript project checks is oxlint's (.oxlintrc.json), which is many times as quick.
  {
    files: ['**/*.{ts,tsx}'],
    languageOptions: { parser: tseslint.parser, parserOptions: { jsDocParsingMode: 'none' } },
  },
  astro.configs['flat/recommended'],
  { rules: { 'no-useless-assignment': 'error' } },

  {
    name: 'lotline/removal',
    files: ['src/server/**', 'scripts/**'],
    ignores: Object.keys(MAY_REMOVE),
    rules: { 'no-restricted-syntax': ['error', ...NO_REMOVAL] },
  },

  {
    name: 'lotline/sql',
    files: ['src/server/routes/**', 'src/server/http/**'],
    // Stores the answer for retries in the transaction of the write.
    ignores: ['src/server/http/idempotency.ts'],
    rules: { 'no-restricted-syntax': ['error', ...NO_SQL, ...NO_REMOVAL] },
  },

  {
    // Text of others is matched in linear time.
    name: 'lotline/linear-expressions',
    files: ['src/{contract,rules,server,s3}/**/*.ts'],
    // These read our own SQL.
    ignores: ['src/server/database/dialects/**'],
    plugins: { regexp },
    rules: {
      'regexp/no-super-linear-backtracking': ['error', { report: 'potential' }],
      'regexp/no-super-linear-move': ['error', { report: 'potential' }],
    },
  },

  ...serverLayers,

  {
    // Commands and tests may import anything.
    name: 'lotline/rooms',
    files: ['src/**/*.{js,mjs,ts,tsx,astro}'],
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
      'boundaries/files': [{ category: 'society', pattern: ['src/society.ts', 'src/look.ts'] }],
    },
    rules: dependencyRule(),
  },
  ...roomRules,
)
