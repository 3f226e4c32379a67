import { namesIn } from '#rules/names/field-names.ts'
import type { DeskRecord } from '#contract/record.ts'
import { FieldList } from './FieldList.tsx'
import { kindName, STATE_NAMES, TEXT } from './messages.ts'

/** New records that are published with the draft: people, subjects, organizations … */
export function Brings({ record }: { record: DeskRecord }) {
  if (record.brings.length === 0 || record.state === 'published') return null
  const nameOf = namesIn(record)
  return (
    <section className="desk-brings" aria-labelledby="desk-brings">
      <h3 id="desk-brings">{TEXT.brings}</h3>
      <p className="empty">{TEXT.bringsHint}</p>
      <ul>
        {record.brings.map(({ kind, key, label, state, author, fields }) => (
          <li key={`${kind} ${key}`}>
            <h4>{label}</h4>
            <p className="meta">
              <span>New {kindName(kind).toLowerCase()}</span>
              {author && author.id !== record.author?.id && <span>by {author.name}</span>}
              {state !== 'waiting' && <span>{STATE_NAMES[state]}</span>}
            </p>
            <FieldList kind={kind} fields={fields} nameOf={nameOf} />
          </li>
        ))}
      </ul>
    </section>
  )
}
