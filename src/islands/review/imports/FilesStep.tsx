import type { ImportDetails } from '#contract/imports.ts'
import { isTable } from '#rules/import/file-kinds.ts'
import { plural } from '#rules/names/record-names.ts'
import { missingFiles } from '#stores/review/imports/import-steps.ts'
import { SmallButton } from '../../widgets/Button.tsx'
import { megabytes } from '../../widgets/megabytes.ts'
import { useStore } from '../../widgets/use-store.ts'
import { filesText, TEXT } from './messages.ts'
import { FilePicker } from './NewImport.tsx'
import type { FoundProps } from './import-parts.ts'
import { Step } from './Step.tsx'

/** The files that are there, those that are missing, and more of them. */
export function FilesStep({ open: { store, files, send }, details }: Pick<FoundProps, 'open' | 'details'>) {
  const isSending = useStore(files.$sending) !== null
  const refused = useStore(files.$refused)
  const missing = isSending ? [] : missingFiles(details)
  const text = `${plural(missing.length, 'file')} missing`
  // Of hundreds of pictures their folders are enough.
  const { '': listed = [], ...folders } = Object.groupBy(details.files, ({ path }) =>
    isTable(path) ? '' : path.slice(0, Math.max(0, path.lastIndexOf('/'))) || 'Other files',
  )
  const rows = (files: ImportDetails['files']) => (
    <ul className="import-files">
      {files.map(({ path, bytes, received }) => (
        <li key={path}>
          <span>{path}</span>
          <span className="meta figures">{received < bytes ? 'missing' : megabytes(bytes)}</span>
          <SmallButton aria-label={`Remove ${path}`} onClick={() => void store.removeFiles([path])}>
            Remove
          </SmallButton>
        </li>
      ))}
    </ul>
  )
  return (
    <Step
      id="import-files"
      title="Files"
      state={isSending ? 'Being sent' : missing.length > 0 ? text : filesText(details.files)}
      isPending={isSending}
      needsLook={!isSending && (missing.length > 0 || refused.size > 0 || details.files.length === 0)}
    >
      {missing.length > 0 && (
        <div className="form-error" role="alert">
          <p>{`${text}. ${TEXT.missing}`}</p>
          <SmallButton onClick={() => void store.removeFiles(missing)}>Leave Them Out</SmallButton>
        </div>
      )}
      {refused.size > 0 && (
        <ul className="form-error" role="alert">
          {[...refused].map(([path, why]) => (
            <li key={path}>{`${path}: ${why}`}</li>
          ))}
        </ul>
      )}
      {details.state !== 'done' && !isSending && <FilePicker onFiles={(chosen) => void send(chosen)} />}
      {listed.length > 0 && rows(listed)}
      {Object.entries(folders).map(([folder, files = []]) => (
        <details key={folder}>
          <summary>{`${folder}: ${filesText(files)}`}</summary>
          {rows(files)}
        </details>
      ))}
    </Step>
  )
}
