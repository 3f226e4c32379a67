import path from 'node:path'

/** Rules of our own for oxlint (.oxlintrc.json names the folders that each is for; tests/tooling/lint-rules.test.ts tries them). */

const FS = '/^(node:)?fs(\\u002fpromises)?$/'
const REMOVALS = '/^(unlink|rm|rmdir|rename)(Sync)?$/'

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
  'scripts/archive/bag.ts': 'records on their way into a copy, in TMPDIR',
  'scripts/build-site/fetch-pictures.ts': 'pictures of another server, which can be fetched again, in DATA_DIR/fetched',
  'scripts/start/demo-archive.ts': 'drawings of the demo town',
  'scripts/start/dev.ts': 'a snapshot in TMPDIR, pulled for the dev server',
}

/** A rule that reports what one of the selectors finds, except in the files that may. */
const forbid = (selectors, message, may = {}) => ({
  create(context) {
    const file = path.relative(context.cwd, context.filename).split(path.sep).join('/')
    if (Object.hasOwn(may, file)) return {}
    return Object.fromEntries(selectors.map((selector) => [selector, (node) => context.report({ node, message })]))
  },
})

export default {
  meta: { name: 'lotline' },
  rules: {
    'no-sql': forbid(
      [
        'CallExpression[callee.property.name=/^(selectFrom|insertInto|updateTable|deleteFrom|prepare)$/]',
        "TaggedTemplateExpression[tag.name='sql']",
      ],
      'No SQL in routes: reads belong in repositories/, writes next to their transaction (src/server/README.md).',
      { 'src/server/http/idempotency.ts': 'stores the answer for retries in the transaction of the write' },
    ),
    'no-removal': forbid(
      [
        `ImportDeclaration[source.value=${FS}] ImportSpecifier[imported.name=${REMOVALS}]`,
        // Importing the whole module would include them.
        `ImportDeclaration[source.value=${FS}] :matches(ImportNamespaceSpecifier, ImportDefaultSpecifier)`,
        `ImportDeclaration[source.value=${FS}] ImportSpecifier[imported.name=/^(promises|default)$/]`,
        `ExportNamedDeclaration[source.value=${FS}], ExportAllDeclaration[source.value=${FS}]`,
        `ImportExpression[source.value=${FS}], CallExpression[callee.name='require'][arguments.0.value=${FS}]`,
        `CallExpression[callee.property.name='getBuiltinModule']`,
        // In an object store.
        `MemberExpression[property.name='deleteObject'], ObjectPattern > Property[key.name='deleteObject']`,
      ],
      'Only src/server/storage/removal.ts removes and renames files. Exceptions that do not touch media are listed in scripts/setup/lint-rules.mjs, with reasons.',
      MAY_REMOVE,
    ),
    // Astro leaves it out without a word.
    'no-export-from-component': forbid(
      ["ExportNamedDeclaration[exportKind='value']", 'ExportAllDeclaration'],
      'A component of Astro exports nothing but itself.',
    ),
  },
}
