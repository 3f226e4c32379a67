import { useStore } from '@nanostores/react'
import { TAG_MODES } from '#contract/item.ts'
import { useCollection } from './page-context.ts'

interface Props {
  kind: 'people' | 'subjects'
  label: string
}

const MEANING = { OR: 'any of these', AND: 'all of these' } as const

/** Spec §2 "OR/AND toggle": whether any tag or all tags must match. */
export function ModeToggle({ kind, label }: Props) {
  const { stores } = useCollection()
  const mode = useStore(stores.$filters)[`${kind}Mode`]
  return (
    <fieldset className="toggle">
      <legend className="visually-hidden">{label}: match any or all</legend>
      {TAG_MODES.map((each) => (
        <label key={each} title={MEANING[each]}>
          <input
            type="radio"
            name={`${kind}-mode`}
            value={each}
            checked={mode === each}
            onChange={() => stores.setMode(kind, each)}
          />
          <span>{each}</span>
        </label>
      ))}
    </fieldset>
  )
}
