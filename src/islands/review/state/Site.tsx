import { useEffect, useState } from 'react'
import type { ArchiveState } from '#contract/archive-state.ts'
import { formatNumber, plural } from '#rules/names/record-names.ts'
import type { ArchiveStateStore } from '#stores/review/state/archive-state.ts'
import { whenText } from '../messages.ts'
import { bytesText, copyEffects, keptText, ROLLBACK_EFFECTS, momentText, TEXT } from './messages.ts'
import { Button } from '../../widgets/Button.tsx'
import { Waiting } from '../../widgets/RequestProblem.tsx'
import { useStore } from '../../widgets/use-store.ts'
import { DialogButtons, TitledDialog } from '../../widgets/ModalDialog.tsx'
import { SelectField } from '../../widgets/SelectField.tsx'

interface Props {
  archive: ArchiveState
  store: ArchiveStateStore
}

/** The site as it is served, what is being built, and what can be done. */
export function Site({ archive, store }: Props) {
  const { site, progress, builds, nightly_at, rollback } = archive
  const [asked, setAsked] = useState<'rollback' | 'copy' | 'download'>()
  const running = builds.find(({ state }) => state === 'running')
  const waiting = builds.filter(({ state }) => state === 'waiting')
  return (
    <section aria-labelledby="state-site">
      <h2 id="state-site">The site</h2>
      {site ? (
        <p>
          State {site.name} of {momentText(site.built_at)} ({whenText(site.built_at)}), {plural(site.pages, 'page')}.
        </p>
      ) : (
        <p>{TEXT.notHere}</p>
      )}
      {site?.rolled_back && (
        <p className="aside">
          The site was rolled back to state {site.rolled_back.to} on {momentText(site.rolled_back.at)}. The next
          publishing builds the site of today again.
        </p>
      )}
      <p className="meta">
        {nightly_at
          ? `The next nightly build is on ${momentText(nightly_at)}, if anything has changed by then.`
          : site && 'No nightly build is set up.'}
      </p>
      {rollback && rollback.length > 0 && <p className="meta">{keptText(rollback)}</p>}
      <p className="buttons">
        <Button onClick={() => void store.build()}>Build Now</Button>
        {rollback && rollback.length > 0 && <Button onClick={() => setAsked('rollback')}>Roll Back…</Button>}
        {rollback && <Button onClick={() => setAsked('copy')}>Make a Copy…</Button>}
        {rollback && <Button onClick={() => setAsked('download')}>Download the Copy…</Button>}
      </p>
      <div className="state-now">
        {running ? (
          <>
            <p>
              <strong>Being built:</strong> {running.reason}
            </p>
            <Progress progress={progress} />
          </>
        ) : (
          <p className="meta">Nothing is being built.</p>
        )}
        {waiting.map((build) => (
          <p key={build.id}>
            <strong>Waiting:</strong> {build.reason}
          </p>
        ))}
      </div>
      {asked === 'download' && <CopyDialog store={store} onClose={() => setAsked(undefined)} />}
      {asked && asked !== 'download' && (
        <StepDialog step={asked} {...{ archive, store }} onClose={() => setAsked(undefined)} />
      )}
    </section>
  )
}

/** The copy that was made last, as zip files. */
function CopyDialog({ store: { copy }, onClose }: Pick<Props, 'store'> & { onClose: () => void }) {
  const resource = useStore(copy.$resource)
  const { value } = resource
  useEffect(() => void copy.load(), [copy])
  const parts = value?.parts ?? []
  return (
    <TitledDialog title="Download the copy of the archive" onClose={onClose}>
      <Waiting resource={resource} onRetry={copy.load} />
      {value && parts.length === 0 && <p>{TEXT.noCopy}</p>}
      {value?.made_at && parts.length > 0 && (
        <>
          <p>
            The copy of {momentText(value.made_at)}. {parts.length > 1 && TEXT.copyParts}
          </p>
          <ul className="effects">
            {parts.map(({ bytes, href }, at) => (
              <li key={href}>
                <a href={href} download>
                  {parts.length > 1 ? `Part ${at + 1} of ${parts.length}` : 'The whole copy'}
                </a>{' '}
                (zip, {bytesText(bytes)})
              </li>
            ))}
          </ul>
        </>
      )}
      <p className="buttons">
        <Button onClick={onClose}>Close</Button>
      </p>
    </TitledDialog>
  )
}

function Progress({ progress }: Pick<ArchiveState, 'progress'>) {
  const step = progress?.step ?? 'Starting'
  const of = progress?.of
  const count = progress && progress.done > 0 ? formatNumber(progress.done) : ''
  return (
    <>
      <progress aria-label="Progress of the build" {...(progress && of ? { value: progress.done, max: of } : {})} />
      <p className="meta figures">
        {step} {count}
        {of && count ? ` of ${formatNumber(of)}` : ''}
      </p>
    </>
  )
}

/** Says what a rollback or a copy does before it is done. */
function StepDialog({ step, archive, store, onClose }: Props & { step: 'rollback' | 'copy'; onClose: () => void }) {
  const states = archive.rollback ?? []
  const [chosen, setChosen] = useState(states[0]?.name ?? '')
  const isCopy = step === 'copy'
  return (
    <TitledDialog title={isCopy ? 'Make a copy of the archive' : 'Roll the site back'} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          onClose()
          void (isCopy ? store.makeCopy() : store.rollBack(chosen))
        }}
      >
        {!isCopy && (
          <SelectField
            label="Which state should visitors see?"
            value={chosen}
            choices={states.map(({ name, built_at, pages }) => [
              name,
              `${name}: ${momentText(built_at)}, ${plural(pages, 'page')}`,
            ])}
            onChange={setChosen}
          />
        )}
        <ul className="effects">
          {(isCopy ? copyEffects(archive) : ROLLBACK_EFFECTS).map((effect) => (
            <li key={effect}>{effect}</li>
          ))}
        </ul>
        <DialogButtons send={isCopy ? 'Make the Copy' : 'Roll Back'} onCancel={onClose} />
      </form>
    </TitledDialog>
  )
}
