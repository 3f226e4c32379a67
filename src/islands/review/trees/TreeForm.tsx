import { useRef, useState } from 'react'
import { FormError } from '../../widgets/FormError.tsx'
import { HIERARCHIES } from '#contract/collection.ts'
import type { RecordFields } from '#contract/record.ts'
import type { TreeKind } from '#contract/tree.ts'
import { HIERARCHY_NAMES } from '#rules/names/record-names.ts'
import type { FormFailure } from '#stores/auth/auth-stores.ts'
import { SubmitButton } from '../../account/SubmitButton.tsx'
import { SelectField } from '../../widgets/SelectField.tsx'
import { TextArea, TextField } from '../../widgets/TextField.tsx'

interface Props {
  kind: TreeKind
  /** Empty for a new one. */
  fields: RecordFields
  word: string
  /** Sends the fields that were changed. */
  send: (fields: RecordFields) => Promise<FormFailure>
  onCancel: () => void
}

const NAMES = {
  subjects: { name: 'subject_name', description: 'subject_description' },
  collections: { name: 'collection_name', description: 'collection_description' },
} as const
const LEVELS = HIERARCHIES.map((level) => [level as string, HIERARCHY_NAMES[level]] as const)
const text = (value: unknown) => (typeof value === 'string' ? value : '')

/** Name, description, and the level of a collection. The server's sentences are at their fields. */
export function TreeForm({ kind, fields, word, send, onCancel }: Props) {
  const form = useRef<HTMLFormElement>(null)
  const { name, description } = NAMES[kind]
  const before: Record<string, string> = {
    [name]: text(fields[name]),
    [description]: text(fields[description]),
    ...(kind === 'collections' && { hierarchy: text(fields['hierarchy']) || 'file' }),
  }
  const isNew = Object.keys(fields).length === 0
  const [values, setValues] = useState(before)
  const [failure, setFailure] = useState<FormFailure>()
  const [isSending, setSending] = useState(false)
  const errors = failure?.fields ?? {}
  const set = (field: string) => (value: string) => setValues({ ...values, [field]: value })
  async function submit() {
    const changed = Object.fromEntries(
      Object.entries(values).filter(([field, value]) => isNew || value !== before[field]),
    )
    if (Object.keys(changed).length === 0) return onCancel()
    setSending(true)
    const failed = await send(changed)
    setSending(false)
    setFailure(failed)
    // After the errors are drawn.
    if (failed) requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus())
  }
  return (
    <form
      ref={form}
      noValidate
      className="desk-fields"
      onSubmit={(event) => {
        event.preventDefault()
        if (!isSending) void submit()
      }}
    >
      <FormError text={failure?.text} />
      <TextField label="Name" value={values[name]!} error={errors[name]} onChange={set(name)} />
      {kind === 'collections' && (
        <SelectField
          label="Level"
          value={values['hierarchy']!}
          choices={LEVELS}
          error={errors['hierarchy']}
          onChange={set('hierarchy')}
        />
      )}
      <TextArea
        label="Description"
        value={values[description]!}
        error={errors[description]}
        onChange={set(description)}
      />
      <p className="desk-buttons">
        <SubmitButton isSending={isSending}>{word}</SubmitButton>
        <button type="button" className="button" onClick={onCancel}>
          Cancel
        </button>
      </p>
    </form>
  )
}
