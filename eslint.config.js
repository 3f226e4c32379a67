import astro from 'eslint-plugin-astro'
import regexp from 'eslint-plugin-regexp'
import { defineConfig, globalIgnores } from 'eslint/config'
import tseslint from 'typescript-eslint'

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
  'src/server/identity/database-copy.ts': 'a copy of the database that doctor looks at',
  'src/server/backup/backup-job.ts': 'nightly backups of before two weeks, by their own name, in BACKUP_DIR',
  'src/server/accounts/tokens.ts': 'a key that is being written',
  'src/server/raster/desk/map-uploads.ts': 'uploaded maps that a person forgets, or that are in the archive by then',
  'src/server/site/release-files.ts': 'built pages and manifests of withdrawn records, as the next build would',
  'scripts/start/demo-archive.ts': 'drawings of the demo town',
  'scripts/start/dev.ts': 'a snapshot in TMPDIR, pulled for the dev server',
}

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
)
