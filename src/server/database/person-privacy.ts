import { sql, type RawBuilder } from 'kysely'
import type { LivingMode } from '#contract/living.ts'
import {
  BY_RULE,
  REACH,
  dayNumber,
  isPresumedLiving,
  latestBirths,
  privacyOf,
  type Families,
  type Life,
} from '#rules/access/living.ts'
import { societyDay } from '#rules/dates/society-day.ts'
import { defaultSettings } from '#rules/settings/society-settings.ts'
import type { Db } from './tables.ts'

/** People at once: a list is one parameter, and the relatives of a few thousand are mostly everybody. */
const BATCH = 20_000

const list = (ids: Iterable<number>) => sql`(select value from json_each(${JSON.stringify([...ids])}))`

/** Condition: a row tells something. What waits for review may keep somebody private (a child lives, too); nobody is shown for it. */
type Counts = (table: string) => RawBuilder<boolean>
const isKept: Counts = (table) => sql.raw(`(${table}.visibility = 'published' or ${table}.state <> 'discarded')`)
const isAccepted: Counts = (table) => sql.raw(`(${table}.visibility = 'published' or ${table}.state = 'hidden')`)

/** Who is related to whom. */
async function familiesOf(db: Db, ids: ReadonlySet<number>, counts = isKept): Promise<Families> {
  const among = list(ids)
  const [parents, couples] = await Promise.all([
    sql<{ a: number; b: number }>`select person1_id as a, person2_id as b from relationship
      where (person1_id in ${among} or person2_id in ${among}) and ${counts('relationship')}`.execute(db),
    sql<{ a: number; b: number }>`select person_id as a, spouse_id as b from person_spouse
      where person_id in ${among} or spouse_id in ${among}`.execute(db),
  ])
  const pairs = ({ rows }: typeof parents) => rows.map(({ a, b }) => [a, b] as const)
  return { parents: pairs(parents), couples: pairs(couples) }
}

/** These people and their relatives, so many steps away. */
async function withRelatives(db: Db, ids: ReadonlySet<number>, steps: number): Promise<Set<number>> {
  let all = new Set(ids)
  for (let step = 0; step < steps; step++) {
    const { parents, couples } = await familiesOf(db, all)
    const next = new Set([...all, ...parents.flat(), ...couples.flat()])
    if (next.size === all.size) break
    all = next
  }
  return all
}

async function livesOf(
  db: Db,
  ids: ReadonlySet<number>,
  counts = isKept,
): Promise<(Life & { living: '' | 'shown' | 'private'; privacy: string })[]> {
  const found = await sql<Awaited<ReturnType<typeof livesOf>>[number] & { dead: number }>`select id,
      date_of_birth, date_of_birth_text, date_of_death, living, privacy,
      case when date_of_death is not null or date_of_death_text <> '' or exists (
        select 1 from grave where grave.person_id = person.id and ${isAccepted('grave')}
      ) then 1 else 0 end as dead,
      (select min(at) from (
        select min(date_start) as at from employment where employment.person_id = person.id
        union all select min(date_end) from employment where employment.person_id = person.id
        union all select min(date_start) from resident where resident.person_id = person.id
        union all select min(date_end) from resident where resident.person_id = person.id
        union all select min(date) from ownership where ownership.person_id = person.id
        union all select min(span_end) from item where creator_id = person.id and ${counts('item')}
        union all select min(span_end) from item_person x join item on item.id = x.item_id
          where x.person_id = person.id and ${counts('item')}
        union all select min(span_end) from item_contributor x join item on item.id = x.item_id
          where x.person_id = person.id and ${counts('item')}
      ) as sights) as seen
    from person where id in ${list(ids)} and ${counts('person')}`.execute(db)
  return found.rows.map(({ dead, seen, ...life }) => ({ ...life, isDead: dead === 1, seen: seen && Number(seen) }))
}

/** Births by what is accepted alone. */
async function acceptedBirths(db: Db, ids: ReadonlySet<number>) {
  const lives = await livesOf(db, ids, isAccepted)
  const there = new Set(lives.map(({ id }) => id))
  const { parents, couples } = await familiesOf(db, there, isAccepted)
  const isThere = ([a, b]: readonly [number, number]) => there.has(a) && there.has(b)
  return latestBirths(lives, { parents: parents.filter(isThere), couples: couples.filter(isThere) })
}

/** The rule as the society has set it. */
async function readRule(db: Db): Promise<{ mode: LivingMode; limit: number }> {
  const names = ['living', 'livingYears']
  const rows = await db.selectFrom('setting').selectAll().where('name', 'in', names).execute()
  const stored = new Map(rows.map(({ name, value }) => [name, value]))
  const { living, livingYears } = defaultSettings()
  return {
    mode: (stored.get('living') as LivingMode | undefined) ?? living,
    limit: Number(stored.get('livingYears') ?? livingYears),
  }
}

/** Whom the rule hides is for staff only, like whom they hid themselves; items are found by the names of others only. */
async function hideAndShow(db: Db, ids: ReadonlySet<number>): Promise<void> {
  const hide = sql`privacy = 'hidden' and visibility = 'published'`
  const show = sql`privacy <> 'hidden' and hidden_until = ${BY_RULE}`
  const moved = sql`select id from person where id in ${list(ids)} and ((${hide}) or (${show}))`
  await sql`insert into item_search_pending select item_id from item_person where person_id in (${moved})
    union select item_id from item_contributor where person_id in (${moved})
    union select id from item where creator_id in (${moved}) on conflict do nothing`.execute(db)
  await sql`update person set visibility = case when privacy = 'hidden' then 'draft' else 'published' end,
      state = case when privacy = 'hidden' then 'hidden' else 'waiting' end,
      hidden_until = case when privacy = 'hidden' then ${BY_RULE} end
    where id in (${moved})`.execute(db)
}

/** Has everybody's privacy concluded again: after a change of the rule, and each day. */
export const markEverybody = (db: Db) =>
  sql`insert into person_pending select id from person where true on conflict do nothing`.execute(db)

/**
 * Concludes what visitors see of people about whom something was written, and of their relatives, in the transaction of that write: nobody reads what is not
 * decided.
 */
export async function refreshPrivacy(db: Db, now = new Date()): Promise<void> {
  for (;;) {
    const waiting = await db
      .selectFrom('person_pending')
      .select('person_id')
      .orderBy('person_id')
      .limit(BATCH)
      .execute()
    if (waiting.length === 0) return
    const ids = waiting.map((row) => row.person_id)
    const { mode, limit } = await readRule(db)
    const today = dayNumber(societyDay(now.toISOString())!)
    const concerned = await withRelatives(db, new Set(ids), REACH)
    const known = await withRelatives(db, concerned, REACH)
    const lives = await livesOf(db, known)
    const births = [latestBirths(lives, await familiesOf(db, known)), await acceptedBirths(db, known)]
    const next = lives.flatMap((life) => {
      const isLiving = births.some((latest) => isPresumedLiving(life, latest.get(life.id), { today, limit }))
      const privacy = privacyOf(life.living, isLiving, mode)
      return concerned.has(life.id) && privacy !== life.privacy ? [{ id: life.id, privacy }] : []
    })
    for (const [privacy, people] of Map.groupBy(next, (each) => each.privacy))
      await sql`update person set privacy = ${privacy} where id in ${list(people.map(({ id }) => id))}`.execute(db)
    await hideAndShow(db, concerned)
    await sql`delete from person_pending where person_id in ${list(ids)}`.execute(db)
  }
}
