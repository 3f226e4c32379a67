import { useEffect, useRef, useState } from 'react'
import { newImport } from '#contract/imports.ts'
import { isHidden } from '#rules/import/file-kinds.ts'
import { formResult } from '#stores/auth/form-failure.ts'
import { type ChosenFile, guessSource } from '#stores/review/imports/import-files.ts'
import { useForm } from '../../account/use-form.ts'
import { mountPicker } from '../../widgets/file-picker.ts'
import { FormError } from '../../widgets/FormError.tsx'
import { FormField } from '../../widgets/FormField.tsx'
import { DialogButtons } from '../../widgets/ModalDialog.tsx'
import { Status } from '../../widgets/Status.tsx'
import type { ImportParts } from './import-parts.ts'
import { filesText, PICKER, TEXT } from './messages.ts'

/** A folder is named by Uppy if it was dropped, and by the browser if it was chosen. */
const pathOf = (file: File & { relativePath?: string | null }): string =>
  (file.relativePath || file.webkitRelativePath || file.name).replace(/^\//, '')

/** Where files and folders are dropped or chosen. */
export function FilePicker({ onFiles }: { onFiles: (files: ChosenFile[]) => void }) {
  const target = useRef<HTMLDivElement>(null)
  const newest = useRef(onFiles)
  useEffect(() => {
    newest.current = onFiles
  })
  useEffect(() => {
    const found = (files: File[]) =>
      newest.current(files.map((file) => ({ path: pathOf(file), file })).filter(({ path }) => !isHidden(path)))
    return mountPicker(target.current!, PICKER, found)
  }, [])
  return <div ref={target} className="file-picker" />
}

interface Props {
  parts: ImportParts
  onBegun: (id: number, files: readonly ChosenFile[]) => void
}

/** Files first, then a name for where they come from. */
export function NewImport({ parts: { client, withSession }, onBegun }: Props) {
  const [files, setFiles] = useState<readonly ChosenFile[]>([])
  const hasFiles = files.length > 0
  const create = (body: { source: string }) =>
    formResult(async () => onBegun((await withSession(() => client.call('createImport', { body }))).id, files))
  const form = useForm(newImport, create)
  const { ref } = form.props
  useEffect(() => {
    if (hasFiles) ref.current?.querySelector('input')?.focus()
  }, [ref, hasFiles])
  return (
    <section aria-labelledby="imports-new">
      <h2 id="imports-new">New import</h2>
      <FilePicker
        onFiles={(more) => setFiles([...new Map([...files, ...more].map((each) => [each.path, each])).values()])}
      />
      <p className="field-hint">{TEXT.drop}</p>
      <Status className="form-done">{hasFiles && filesText(files.map(({ file }) => ({ bytes: file.size })))}</Status>
      {hasFiles && (
        <form className="import-source" {...form.props}>
          <FormError text={form.text} />
          <FormField label="Where does this come from?" hint={TEXT.sourceHint} error={form.errors['source']}>
            {(control) => <input {...control} name="source" defaultValue={guessSource(files)} />}
          </FormField>
          <DialogButtons send="Send the Files" isSending={form.isSending} onCancel={() => setFiles([])} />
        </form>
      )}
    </section>
  )
}
