import type { ImageUpload } from '#stores/add-item/add-item-stores.ts'
import { useStore } from '../widgets/use-store.ts'
import { useWizard } from './wizard-context.ts'

/** Trying it again may help. */
export const isRetriable = (upload: ImageUpload | undefined) => upload?.state === 'failed' && !upload.isFinal

/** Each image with its state. */
export function UploadList({ failedOnly = false }: { failedOnly?: boolean }) {
  const { stores } = useWizard()
  const uploads = useStore(stores.$uploads)
  const images = useStore(stores.$draft)!.images
  const shown = images.filter(({ id }) => !failedOnly || uploads[id]?.state === 'failed')
  return (
    <ol className="upload-list" tabIndex={0} aria-label="Images">
      {shown.map(({ id, name, scan }) => {
        const upload: ImageUpload = scan === null ? (uploads[id] ?? { state: 'waiting' }) : { state: 'sent' }
        return (
          <li key={id} data-state={upload.state}>
            <span className="upload-name">{name}</span>
            <UploadState upload={upload} name={name} />
          </li>
        )
      })}
    </ol>
  )
}

function UploadState({ upload, name }: { upload: ImageUpload; name: string }) {
  switch (upload.state) {
    case 'sending':
      return <progress max={1} value={upload.progress} aria-label={name} />
    case 'failed':
      return <span className="upload-problem">{upload.text}</span>
    case 'sent':
      return <span>Sent</span>
    case 'paused':
      return <span>Paused</span>
    case 'waiting':
      return <span>Waiting</span>
  }
}
