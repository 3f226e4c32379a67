import { CompiledQuery, type Kysely } from 'kysely'

/** Answers to the ids of merged records are cached like others. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const event of ['insert', 'update', 'delete']) {
    await db.executeQuery(
      CompiledQuery.raw(`create trigger merge_${event}_counts after ${event} on merge
        begin update archive_state set counter = counter + 1; end`),
    )
  }
}
