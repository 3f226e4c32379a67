import { CompiledQuery, type Kysely } from 'kysely'

const DEFERRED = 'deferrable initially deferred'
const account = `integer references account(id) ${DEFERRED}`

/** None of these is counted by `archive_state`: nothing that a visitor reads is made of them. */
const TABLES: Record<string, string> = {
  // `email` folded to lower case; `epoch` is in every token, so that raising it ends every session.
  account: `id integer primary key, email text not null unique, name text not null default '',
    organization_id integer references organization(id) ${DEFERRED},
    role text not null check (role in ('volunteer', 'staff', 'administrator')), password_hash text,
    epoch integer not null default 1, created_at text not null, activated_at text, disabled_at text, last_login_at text`,
  // Kept as its SHA-256: whoever reads a backup cannot use it. A row that was used is gone.
  account_token: `hash text primary key, account_id integer not null references account(id) ${DEFERRED},
    purpose text not null check (purpose in ('activation', 'reset')), created_at text not null, expires_at text not null`,
  mail: `id integer primary key, recipient text not null, kind text not null, subject text not null, text text not null,
    html text not null, created_at text not null, attempts integer not null default 0, next_attempt_at text not null,
    last_error text not null default ''`,
  idempotency: `account_id integer not null references account(id) ${DEFERRED}, key text not null, call text not null,
    request_hash text not null, status integer not null, answer text not null, created_at text not null,
    primary key (account_id, key)`,
  audit: `id integer primary key, at text not null, account_id ${account}, actor text not null default '',
    action text not null, kind text not null, record_key text not null, fields text not null default '[]',
    note text not null default '', version text not null default ''`,
  build: `id integer primary key, state text not null check (state in ('waiting', 'running', 'done', 'failed')),
    reason text not null, requested_at text not null, asked_again_at text not null, at_once integer not null default 0,
    started_at text, finished_at text, message text not null default ''`,
  // A picture whose public sizes are still to be made; the row goes when they are there.
  picture_task: `version text primary key, created_at text not null, attempts integer not null default 0`,
}

/** Records that take part in the review; what was there before is published, or a draft that waits. */
export const REVIEWED = ['person', 'organization', 'subject', 'collection', 'relationship', 'grave', 'person_image']
const VISIBILITY = `visibility text not null default 'published' check (visibility in ('draft', 'published'))`
const REVIEW = [
  `state text not null default 'waiting' check (state in ('waiting', 'returned', 'discarded'))`,
  `author_id ${account}`,
  'submitted_at text',
  `note text not null default ''`,
]

const published = (table: string, id: string) =>
  `exists (select 1 from ${table} where id = ${id} and visibility = 'published')`
/**
 * What counts as a change of the archive: one that a visitor can see. A draft that comes or is edited leaves every kept answer and every ETag as
 * they are; publishing it counts. `row` is `new` or `old`.
 */
export const COUNTS: Record<string, (row: string) => string> = {
  ...Object.fromEntries(['item', ...REVIEWED].map((table) => [table, (row) => `${row}.visibility = 'published'`])),
  ...Object.fromEntries(
    ['scan', 'item_person', 'item_contributor', 'item_subject', 'item_organization'].map((table) => [
      table,
      (row) => published('item', `${row}.item_id`),
    ]),
  ),
  person_spouse: (row) => `${published('person', `${row}.person_id`)} and ${published('person', `${row}.spouse_id`)}`,
  // A file that nothing names shows nowhere: the scan that names it counts.
  original: () => 'false',
}

const EVENTS = ['insert', 'update', 'delete'] as const

export async function up(db: Kysely<unknown>): Promise<void> {
  const run = (statement: string) => db.executeQuery(CompiledQuery.raw(statement))
  // SQLite reads every trigger again at each change of a table: those that are made anew go first.
  for (const table of Object.keys(COUNTS)) {
    for (const event of EVENTS) await run(`drop trigger ${table}_${event}_counts`)
  }
  for (const [table, columns] of Object.entries(TABLES)) await run(`create table ${table} (${columns}) strict`)
  for (const table of REVIEWED) await run(`alter table ${table} add column ${VISIBILITY}`)
  for (const table of ['item', ...REVIEWED]) {
    for (const column of REVIEW) await run(`alter table ${table} add column ${column}`)
    await run(`create index ${table}_drafts on ${table} (author_id, id) where visibility = 'draft'`)
  }
  await run(`alter table original add column details text not null default '{}'`)
  await run('create index account_token_account on account_token (account_id)')
  await run('create index mail_next on mail (next_attempt_at)')
  await run('create index audit_record on audit (kind, record_key, id)')
  await run('create index audit_account on audit (account_id, id)')
  await run('create index idempotency_created on idempotency (created_at)')
  for (const [table, visible] of Object.entries(COUNTS)) {
    const when = {
      insert: visible('new'),
      update: `(${visible('old')}) or (${visible('new')})`,
      delete: visible('old'),
    }
    for (const event of EVENTS) {
      await run(`create trigger ${table}_${event}_counts after ${event} on ${table} when ${when[event]}
        begin update archive_state set counter = counter + 1; end`)
    }
  }
}
