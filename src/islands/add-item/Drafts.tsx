import { useMemo, useState } from 'react'
import type { DraftSummary, Submission } from '#stores/add-item/add-item-stores.ts'
import { Button, SmallButton, StrongButton } from '../widgets/Button.tsx'
import { TitledDialog } from '../widgets/ModalDialog.tsx'
import { useStore, useStorePart } from '../widgets/use-store.ts'
import { draftTitle, newerDrafts, whenText } from './messages.ts'
import { ReloadButton } from './SaveNote.tsx'
import { useWizard } from './wizard-context.ts'

type Kept = Pick<DraftSummary, 'id' | 'title' | 'type' | 'images'>

/** When the open draft was saved last before it was opened; null for one that was begun on this page. */
export function useSavedBefore(): number | null {
  const { $draft } = useWizard().stores
  const id = useStorePart($draft, (draft) => draft!.id)
  return useMemo(() => {
    const draft = $draft.get()!
    return draft.id === id && draft.revision > 0 ? draft.savedAt : null
  }, [$draft, id])
}

/** While it is sent and afterwards, nothing is to be done about a draft. */
const UNDER_WAY: readonly Submission['state'][] = ['sending-item', 'sending-images', 'sending-recording', 'done']

/** Where the open draft comes from, and the other drafts on this device. */
export function Drafts({ savedBefore }: { savedBefore: number | null }) {
  const { stores } = useWizard()
  const editing = useStorePart(stores.$draft, (draft) => draft!.editing)
  const item = useStorePart(stores.$draft, (draft) => draft!.item)
  const isMissing = useStorePart(stores.$draft, (draft) => draft!.images.some(({ scan }) => scan === null))
  const isVideoMissing = useStorePart(stores.$draft, (draft) => draft!.recording?.sent === null)
  const isUnderWay = useStorePart(stores.$submission, ({ state }) => UNDER_WAY.includes(state))
  const others = useStore(stores.$drafts)
  const newer = useStore(stores.$newerDrafts)
  const [asked, setAsked] = useState<Kept>()

  return (
    <div className="drafts">
      {editing && (
        <aside className="aside editing-note" aria-label="About this submission">
          <p>
            {editing.isReturned
              ? 'A cataloguer returned this item to you. Change it and submit it again.'
              : 'You are changing an item that waits for review.'}
          </p>
          {editing.note !== '' && <blockquote>{editing.note}</blockquote>}
        </aside>
      )}
      {savedBefore !== null && editing === null && !isUnderWay && (
        <p className="draft-back">
          This is your draft of {whenText(savedBefore)}
          {item === null
            ? '. Go on where you stopped.'
            : `: the item was sent, but ${isMissing ? 'images are missing' : isVideoMissing ? 'its video is missing' : 'not all of your changes'}. Submit it again.`}
        </p>
      )}
      {(savedBefore !== null || editing) && <DraftActions />}
      {newer > 0 && (
        <p className="draft-back">
          {newerDrafts(newer)} <ReloadButton />
        </p>
      )}
      {others.length > 0 && (
        <details>
          <summary>{others.length === 1 ? '1 other draft' : `${others.length} other drafts`} on this device</summary>
          <ul className="rows">
            {others.map((each) => (
              <li key={each.id} className="row">
                <span>
                  <strong>{draftTitle(each)}</strong>
                  <span className="meta">
                    {` ${whenText(each.savedAt)}${each.isPartlySent ? ', sent in part' : ''}`}
                  </span>
                </span>
                <span className="buttons">
                  <SmallButton
                    aria-label={`Continue: ${draftTitle(each)}`}
                    onClick={() => void stores.openDraft(each.id)}
                  >
                    Continue
                  </SmallButton>
                  <SmallButton aria-label={`Throw away: ${draftTitle(each)}`} onClick={() => setAsked(each)}>
                    Throw away
                  </SmallButton>
                </span>
              </li>
            ))}
          </ul>
        </details>
      )}
      {asked && <AskFirst draft={asked} onClose={() => setAsked(undefined)} />}
    </div>
  )
}

/** For the open draft. */
export function DraftActions() {
  const { stores } = useWizard()
  const isStored = useStorePart(stores.$draft, (draft) => draft!.revision > 0)
  const [isAsking, setAsking] = useState(false)
  if (!isStored) return null
  const { id, fields, images } = stores.$draft.get()!
  return (
    <div className="buttons">
      <SmallButton onClick={() => void stores.newDraft()}>Start a new item</SmallButton>
      <SmallButton onClick={() => setAsking(true)}>Throw this draft away</SmallButton>
      {isAsking && (
        <AskFirst
          draft={{ id, title: fields.title.trim(), type: fields.type, images: images.length }}
          onClose={() => setAsking(false)}
        />
      )}
    </div>
  )
}

function AskFirst({ draft, onClose }: { draft: Kept; onClose: () => void }) {
  const { stores } = useWizard()
  function throwAway() {
    onClose()
    void stores.throwAwayDraft(draft.id)
  }
  return (
    <TitledDialog title="Throw this draft away?" className="ask-dialog" onClose={onClose}>
      <p>“{draftTitle(draft)}” and its images are removed from this device. This can't be undone.</p>
      <p className="buttons">
        <Button onClick={onClose}>Keep it</Button>
        <StrongButton onClick={throwAway}>Throw it away</StrongButton>
      </p>
    </TitledDialog>
  )
}
