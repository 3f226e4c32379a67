import { useEffect, useRef, type ReactNode } from 'react'
import { STAFF_ADDRESS } from '#rules/addresses/staff-addresses.ts'
import type { FormField } from '#rules/forms/form-fields.ts'
import { formOf } from '#rules/forms/record-form.ts'
import { storyBlocks } from '#rules/stories/story-blocks.ts'
import { changesIn, type Edit } from '#stores/review/edit-model.ts'
import type { Edits } from '#stores/review/edit.ts'
import { RecordFields } from '../add-item/RecordFields.tsx'
import { Button, LinkButton, StrongButton } from '../widgets/Button.tsx'
import { FormError } from '../widgets/FormError.tsx'
import { Conflicts } from './Conflicts.tsx'
import { refusalText, TEXT } from './messages.ts'

interface FrameProps {
  className?: string
  /** Its name, where no heading says it. */
  label?: string
  /** The focus goes to the first field. */
  takesFocus?: boolean | undefined
  onSave: () => Promise<unknown>
  onClose?: (() => void) | undefined
  children: ReactNode
}

/** A form that Escape closes and Ctrl+Enter or Ctrl+S saves. Where that fails, the first field with an error gets the focus. */
export function FormFrame({ className, label, takesFocus = false, onSave, onClose, children }: FrameProps) {
  const form = useRef<HTMLFormElement>(null)
  const save = () =>
    void onSave().then(() =>
      requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus()),
    )
  useEffect(() => {
    if (takesFocus) form.current?.querySelector<HTMLElement>('input, select, textarea')?.focus({ preventScroll: true })
  }, [takesFocus])
  return (
    <form
      ref={form}
      className={className}
      aria-label={label}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        save()
      }}
      onKeyDown={(event) => {
        if (event.defaultPrevented || event.nativeEvent.isComposing) return
        if (event.key === 'Escape' && onClose) {
          onClose()
          event.preventDefault()
        } else if ((event.key === 'Enter' || event.key === 's') && (event.ctrlKey || event.metaKey)) {
          event.preventDefault()
          save()
        }
      }}
    >
      {children}
    </form>
  )
}

interface Props extends Omit<FrameProps, 'children'> {
  edits: Edits
  edit: Edit
  /** A heading, with the buttons beside it; without one they are below the fields. */
  heading?: ReactNode
  /** Those of all fields that are drawn here. */
  fields?: readonly FormField[]
  /** On the button that saves. */
  word?: string
  /** Saving does something without a change, too. */
  savesUnchanged?: boolean
  /** New records can be added from a field, and what was removed can be looked at: for staff. */
  canAdd: boolean
  /** Above the fields. */
  intro?: ReactNode
  /** Opens the record that the edited one became part of. */
  onFollow?: () => void
  /** Drawn above a field. */
  above?: Readonly<Record<string, ReactNode>>
  /** Below the fields. */
  children?: ReactNode
}

/** The form of a record: what went wrong, its fields, and what somebody else changed as well. */
export function RecordForm({
  edits,
  edit,
  heading,
  fields,
  word,
  savesUnchanged = edit.newKey !== null,
  canAdd,
  intro,
  onFollow,
  above,
  children,
  onSave,
  ...frame
}: Props) {
  const form = fields ?? formOf(edit.name.kind)
  const isChanged = changesIn(edit).fields.length > 0
  const maySave = edit.state !== 'saving' && (isChanged || savesUnchanged)
  const buttons = <SaveButtons {...{ edits, edit, word, isChanged, maySave }} onClose={frame.onClose} />
  return (
    <FormFrame {...frame} onSave={async () => maySave && onSave()}>
      {heading && (
        <header className="row">
          {heading}
          {buttons}
        </header>
      )}
      {intro}
      <FormError text={edit.refusal && refusalText(edit.refusal)} />
      {edit.gone && <Gone {...{ edits, edit, canAdd, onFollow }} onClose={frame.onClose} />}
      <Conflicts edit={edit} edits={edits} />
      <div className="desk-fields">
        <RecordFields
          form={form}
          inputs={edit.inputs}
          errors={edit.errors}
          change={edits.change}
          above={above}
          canAdd={canAdd}
        />
      </div>
      {edit.name.kind === 'stories' && <StoryProblems text={String(edit.inputs['text'])} />}
      {children}
      {!heading && buttons}
    </FormFrame>
  )
}

/** The first lines of a story that cannot be read. */
const StoryProblems = ({ text }: { text: string }) => (
  <div role="status">
    {storyBlocks(text)
      .problems.slice(0, 5)
      .map(({ line, text: written, message }) => (
        <p key={line} className="field-error">{`Line ${line}, “${written.slice(0, 80)}”: ${message}`}</p>
      ))}
  </div>
)

/** The record was merged or removed while it was edited. */
function Gone({
  edits,
  edit: { name, gone },
  canAdd,
  onFollow,
  onClose,
}: Pick<Props, 'edits' | 'edit' | 'canAdd' | 'onFollow' | 'onClose'>) {
  return (
    <div className="desk-changed" role="alert">
      <p>{gone?.into ? TEXT.becameOther(gone.into.label) : TEXT.wasRemoved}</p>
      <p className="buttons">
        {gone?.into && onFollow && <StrongButton onClick={onFollow}>Go On There</StrongButton>}
        {!gone?.into && canAdd && (
          <a className="button" href={STAFF_ADDRESS.undo}>
            See What Was Removed
          </a>
        )}
        <Button
          onClick={() => {
            edits.forget(name)
            onClose?.()
          }}
        >
          Throw Away What I Typed
        </Button>
      </p>
    </div>
  )
}

function SaveButtons({
  edits,
  edit,
  word = 'Save',
  isChanged,
  maySave,
  onClose,
}: Pick<Props, 'edits' | 'edit' | 'word' | 'onClose'> & { isChanged: boolean; maySave: boolean }) {
  return (
    <div className="buttons">
      <p className="meta" role="status">
        {edit.state === 'saving' ? 'Saving…' : edit.state === 'saved' ? 'Saved' : isChanged ? 'Not saved yet' : ''}
      </p>
      {isChanged && <LinkButton onClick={edits.reset}>Undo Changes</LinkButton>}
      {onClose && <Button onClick={onClose}>Close</Button>}
      <button type="submit" className="button strong" aria-disabled={!maySave}>
        {word}
      </button>
    </div>
  )
}
