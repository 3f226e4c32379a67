import { type ComponentProps, type ReactNode, useEffect } from 'react'
import { ERROR } from '#contract/messages.ts'
import { WIZARD } from '#contract/wizard-messages.ts'
import { ADDRESS } from '#rules/addresses/page-addresses.ts'
import { draftFieldName } from '#rules/wizard/item-body.ts'
import { hasImages } from '#rules/wizard/sections.ts'
import type { ImageUpload, Submission } from '#stores/add-item/add-item-stores.ts'
import { listen } from '#stores/shared/listen.ts'
import { Button, StrongButton } from '../widgets/Button.tsx'
import { TitledDialog } from '../widgets/ModalDialog.tsx'
import { megabytes } from '../widgets/megabytes.ts'
import { RecordingProgress } from '../widgets/RecordingProgress.tsx'
import { useStore } from '../widgets/use-store.ts'
import { countOfImages, durationText } from './messages.ts'
import { useDraftField, useWizard } from './wizard-context.ts'

/** Trying it again may help. */
const isRetriable = (upload: ImageUpload | undefined) => upload?.state === 'failed' && !upload.isFinal

/** Each image with its state. */
function UploadList({ failedOnly = false }: { failedOnly?: boolean }) {
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

type State<Name extends Submission['state']> = Extract<Submission, { state: Name }>

/** The dialogs of a submission: its progress, its failures and its end (spec §8). `alike`: another item like this follows. */
export function Submitting({ alike }: { alike: boolean }) {
  const { stores } = useWizard()
  const submission = useStore(stores.$submission)
  const save = useStore(stores.$save)
  const isSending = submission.state.startsWith('sending')
  // Also while the draft can't be kept on this device.
  useAskBeforeLeaving(isSending || save.state === 'failed')
  const close = () => stores.dismiss()
  switch (submission.state) {
    case 'idle':
      return null
    case 'sending-item':
      return (
        <Dialog title="Sending your item…">
          <progress aria-label="Sending your item" />
          <p>Please leave this page open.</p>
        </Dialog>
      )
    case 'sending-images':
      return <SendingImages {...submission} />
    case 'sending-recording':
      return (
        <Dialog title="Sending your video…">
          <p>Your item is safe. Please leave this page open. If you stop, submit it again to go on from there.</p>
          <RecordingProgress {...submission} onStop={stores.recording.stop} />
        </Dialog>
      )
    case 'images-failed':
      return <ImagesFailed {...submission} onClose={close} />
    case 'failed':
      return (
        <Dialog title={submission.text} onClose={close}>
          <p>{submission.more}</p>
          <Buttons>
            <StrongButton onClick={close}>OK</StrongButton>
          </Buttons>
        </Dialog>
      )
    case 'unsure':
      return (
        <Dialog title={submission.text} onClose={close}>
          <p>{submission.more}</p>
          <Buttons>
            <Button onClick={() => void stores.submit({ again: true })}>Send it again</Button>
            <StrongButton onClick={close}>Not now</StrongButton>
          </Buttons>
        </Dialog>
      )
    case 'changed':
      return <Changed {...submission} onClose={close} />
    case 'done':
      return <Done {...submission} alike={alike} />
  }
}

/** Leaving the page asks first while something would be lost. */
function useAskBeforeLeaving(isNeeded: boolean) {
  useEffect(() => {
    if (!isNeeded) return undefined
    return listen(window, 'beforeunload', (event: Event) => event.preventDefault())
  }, [isNeeded])
}

const Dialog = (props: ComponentProps<typeof TitledDialog>) => (
  <TitledDialog className="ask-dialog" staysOpen {...props} />
)

const Buttons = ({ children }: { children: ReactNode }) => <p className="buttons">{children}</p>

function SendingImages({
  isPaused,
  isOffline,
  sentBytes,
  bytes,
  bytesPerSecond,
  secondsLeft,
}: State<'sending-images'>) {
  const { stores } = useWizard()
  const uploads = useStore(stores.$uploads)
  const images = useStore(stores.$draft)!.images
  const states = images.map(({ id }) => uploads[id]?.state)
  const sent = images.filter(({ scan }, at) => scan !== null || states[at] === 'sent').length
  const failed = images.filter(({ id }) => isRetriable(uploads[id])).length
  const left = durationText(secondsLeft)
  return (
    <Dialog title="Sending your images…">
      <p>Your item is safe. Please leave this page open until all images are sent.</p>
      <div className="sending-total">
        <progress max={bytes || 1} value={sentBytes} aria-label="All images" />
        <p className="figures">
          {`${megabytes(sentBytes)} of ${megabytes(bytes)}`}
          {bytesPerSecond > 0 && `, ${megabytes(bytesPerSecond)} per second`}
          {left !== '' && `, ${left} left`}
        </p>
      </div>
      <p role="status">
        {`${sent} of ${countOfImages(images.length)} sent.`}
        {isOffline && ' The archive cannot be reached at the moment. We go on by ourselves as soon as it answers.'}
        {isPaused && ' Paused.'}
      </p>
      <UploadList />
      <Buttons>
        {failed > 0 && <Button onClick={stores.retry}>Try the failed ones again</Button>}
        <StrongButton onClick={isPaused ? stores.resume : stores.pause}>{isPaused ? 'Resume' : 'Pause'}</StrongButton>
      </Buttons>
    </Dialog>
  )
}

function ImagesFailed({ failed, onClose }: State<'images-failed'> & { onClose: () => void }) {
  const { stores } = useWizard()
  const uploads = useStore(stores.$uploads)
  return (
    <Dialog title={ERROR.imageUpload} onClose={onClose}>
      <p>
        {`${countOfImages(failed)} could not be sent. `}
        Your item and all other images are safe. Submitting again sends only what is missing, and never makes a second
        item.
      </p>
      <UploadList failedOnly />
      <Buttons>
        <Button onClick={onClose}>Back to my item</Button>
        {Object.values(uploads).some(isRetriable) && <StrongButton onClick={stores.retry}>Try again</StrongButton>}
      </Buttons>
    </Dialog>
  )
}

function Changed({ changes, onClose }: State<'changed'> & { onClose: () => void }) {
  const { stores } = useWizard()
  return (
    <Dialog title="Somebody else has changed this item" onClose={onClose}>
      <p>A cataloguer changed it while you were working on it. What you entered is still here.</p>
      <dl className="changes">
        {changes.map(({ field, theirs, mine }) => (
          <div key={field}>
            <dt>{draftFieldName(field)}</dt>
            <dd>Theirs: {theirs || '(empty)'}</dd>
            <dd>Yours: {mine || '(empty)'}</dd>
          </div>
        ))}
      </dl>
      <Buttons>
        <Button onClick={onClose}>Look at it first</Button>
        <StrongButton onClick={() => void stores.submit()}>Send mine</StrongButton>
      </Buttons>
    </Dialog>
  )
}

function Done({ images, hasUnsentChanges, mayBeTwice, alike }: State<'done'> & { alike: boolean }) {
  const { stores } = useWizard()
  const type = useDraftField('type')
  const again = (alike: boolean) => () => stores.startOver({ alike })
  return (
    <Dialog title="Thank you!" onClose={again(alike)}>
      <p>{images === 0 && hasImages(type) ? ERROR.submittedWithoutImages : ERROR.submitted}</p>
      {mayBeTwice > 0 && <p>{WIZARD.mayBeTwice(mayBeTwice)}</p>}
      {hasUnsentChanges && <p>{WIZARD.unsentChanges}</p>}
      <Buttons>
        <a className="button" href={stores.hasAdditions ? ADDRESS.submissions : ADDRESS.collection}>
          {stores.hasAdditions ? 'My submissions' : 'To the collection'}
        </a>
        <StrongButton onClick={again(alike)}>{alike ? 'Add another like this' : 'Add another item'}</StrongButton>
      </Buttons>
    </Dialog>
  )
}
