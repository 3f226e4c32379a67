import { useState } from 'react'
import * as v from 'valibot'
import type { DeskRecord } from '#contract/record.ts'
import { audienceAddress } from '#contract/review.ts'
import { BY_RULE } from '#rules/access/living.ts'
import { formFailure } from '#stores/auth/form-failure.ts'
import { Field } from '../account/Field.tsx'
import { useForm } from '../account/use-form.ts'
import { FormError } from '../widgets/FormError.tsx'
import { SelectField } from '../widgets/SelectField.tsx'
import { useDesk } from './desk-context.ts'
import { audienceText } from './messages.ts'

const { kind: kinds } = audienceAddress.entries
const CHOICES = [['', 'Everyone'] as const, ['staff', 'Only staff'] as const, ['day', 'Hidden until a day'] as const]

interface Props {
  record: Pick<DeskRecord, 'kind' | 'key'> & Partial<DeskRecord>
  isPrivate?: boolean | undefined
}

/** Who may see a record, or a part of one. */
export function Audience({ record, isPrivate }: Props) {
  const { kind, key, hidden_until: until = '', state = 'published' } = record
  const { desk } = useDesk()
  const [who, setWho] = useState<'' | 'staff' | 'day'>(
    until === 'staff' ? until : until && until !== BY_RULE ? 'day' : '',
  )
  const form = useForm(v.record(v.string(), v.string()), ({ hidden_until: day = '' }) => {
    const path = v.parse(audienceAddress, { kind, key: String(key) })
    const saved = desk.removal.setAudience(path, who === 'day' ? day : who || null)
    return saved.then(() => void desk.renewAll(), formFailure)
  })
  if (!v.is(kinds, kind)) return null
  return (
    <details>
      <summary>Who may see it: {audienceText(until, state, isPrivate)}</summary>
      <form className="desk-watermark" {...form.props}>
        <FormError text={form.text} />
        <SelectField label="Who may see it" value={who} choices={CHOICES} onChange={setWho} />
        {who === 'day' && (
          <Field
            label="Everyone may see it from this day on"
            type="date"
            name="hidden_until"
            defaultValue={until === 'staff' ? '' : until}
            error={form.errors['hidden_until']}
          />
        )}
        <button type="submit" className="small-button" aria-disabled={form.isSending}>
          Save
        </button>
      </form>
    </details>
  )
}
