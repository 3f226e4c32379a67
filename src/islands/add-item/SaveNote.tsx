import { SmallButton } from '../widgets/Button.tsx'
import { useStore, useStorePart } from '../widgets/use-store.ts'
import { NOT_SAVED, savedText } from './messages.ts'
import { useWizard } from './wizard-context.ts'

export const ReloadButton = () => <SmallButton onClick={() => location.reload()}>Reload the page</SmallButton>

/** Whether the draft is kept on this device. Only a failure is announced. */
export function SaveNote() {
  const { stores } = useWizard()
  const save = useStore(stores.$save)
  const savedAt = useStorePart(stores.$draft, (draft) => (draft!.revision === 0 ? null : draft!.savedAt))
  if (save.state !== 'failed') return <p className="save-note">{savedText(save, savedAt)}</p>
  const draft = stores.$draft.get()!
  return (
    <div className="save-note failed" role="alert">
      <p>{NOT_SAVED[save.why]}</p>
      {save.why === 'newer' && <ReloadButton />}
      {save.why === 'behind' && (
        <p className="buttons">
          <SmallButton onClick={() => void stores.keepThisDraft()}>What I see here</SmallButton>
          <SmallButton onClick={() => void stores.openDraft(draft.id)}>The other tab's</SmallButton>
        </p>
      )}
    </div>
  )
}
