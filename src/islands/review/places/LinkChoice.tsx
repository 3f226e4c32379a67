import type { RecordKind } from '#contract/record.ts'
import type { ZoneLinks } from '#contract/split.ts'
import type { SplitPlan } from '#stores/review/places/split.ts'
import { nameText } from '#stores/review/record-names.ts'
import { linkedName } from './messages.ts'
import { usePlaces } from './places-context.ts'

/** Everything that belongs to the place; what is ticked goes to the new one. */
export function LinkChoice({ plan: { links, moves } }: { plan: SplitPlan }) {
  return (
    <div className="places-links">
      <h3>What belongs to which part?</h3>
      <p className="field-hint">
        {links.length === 0
          ? 'Nothing refers to this place.'
          : 'Everything stays with the part that keeps the number. Tick what goes to the new place.'}
      </p>
      {[...Map.groupBy(links, ({ kind }) => kind)].map(([kind, some]) => (
        <Kind key={kind} kind={kind} links={some} moves={moves} />
      ))}
      <p className="visually-hidden" role="status">
        {moves.size > 0 && `${moves.size} of ${links.length} go to the new place.`}
      </p>
    </div>
  )
}

interface KindProps {
  kind: RecordKind
  links: ZoneLinks
  moves: ReadonlySet<string>
}

function Kind({ kind, links, moves }: KindProps) {
  const { places } = usePlaces()
  const names = links.map(nameText)
  const count = names.filter((name) => moves.has(name)).length
  return (
    <fieldset>
      <legend>
        {linkedName(kind)} ({links.length})
      </legend>
      {links.length > 1 && (
        <label className="desk-check">
          <input
            type="checkbox"
            checked={count === links.length}
            ref={(box) => {
              if (box) box.indeterminate = count > 0 && count < links.length
            }}
            onChange={({ currentTarget }) => places.split.assign(names, currentTarget.checked)}
          />
          All of them
        </label>
      )}
      <ul>
        {links.map((link) => (
          <li key={nameText(link)}>
            <label className="desk-check">
              <input
                type="checkbox"
                checked={moves.has(nameText(link))}
                onChange={({ currentTarget }) => places.split.assign([nameText(link)], currentTarget.checked)}
              />
              <span>
                {link.label}
                {link.detail && <span className="meta"> · {link.detail}</span>}
              </span>
            </label>
          </li>
        ))}
      </ul>
    </fieldset>
  )
}
