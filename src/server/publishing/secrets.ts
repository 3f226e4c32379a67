import type { Secret, Shown } from '#rules/access/firewall.ts'
import { lifeSpan } from '#rules/dates/display-dates.ts'
import { personName } from '#rules/names/record-names.ts'
import type { Db } from '../database/tables.ts'

/** What visitors must not read of people whose privacy is kept, and the names and texts of those who are shown: a release is searched for it (release/firewall.ts). */
export async function readSecrets(db: Db): Promise<{ secrets: Secret[]; shown: Shown }> {
  const kept = db.selectFrom('person').selectAll().where('privacy', '<>', 'full')
  // Drafts are nowhere, and whoever sends one in must not stop the publishing.
  const people = await kept
    .where((e) => e.or([e('visibility', '=', 'published'), e('state', '=', 'hidden')]))
    .orderBy('id')
    .execute()
  if (people.length === 0) return { secrets: [], shown: { names: [], texts: [] } }
  const shown = await db
    .selectFrom('person')
    .select(['first_name', 'middle_name', 'surname', 'biography'])
    .where('privacy', '=', 'full')
    .where('visibility', '=', 'published')
    .execute()
  const secrets = people.map((person): Secret => ({
    record: `person ${person.id} (${personName(person)})`,
    texts: [person.biography, person.consent_note],
    person: {
      ...{ id: person.id, first_name: person.first_name, middle_name: person.middle_name, surname: person.surname },
      dates: [person.date_of_birth, person.date_of_death].filter((date) => date !== null),
      years: lifeSpan(person),
      isHidden: person.privacy === 'hidden',
    },
  }))
  return {
    secrets,
    shown: {
      names: shown,
      texts: shown.map(({ biography }) => biography),
    },
  }
}
