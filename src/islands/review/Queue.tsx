import { useEffect, useRef, useState } from 'react'
import { Loading } from '#components/record/Loading.tsx'
import { pagesOf } from '#contract/limits.ts'
import { deskQuery, NO_FILTERS } from '#stores/review/desk-address.ts'
import { PAGE_SIZE } from '#stores/review/queue.ts'
import { isSame, nameText, toName, type RecordName } from '#stores/review/record-names.ts'
import { Button, SmallButton } from '../widgets/Button.tsx'
import '../widgets/for-keys.css'
import { RequestProblem } from '../widgets/RequestProblem.tsx'
import { Pagination } from '../widgets/Pagination.tsx'
import { useStore } from '../widgets/use-store.ts'
import { Status } from '../widgets/Status.tsx'
import { BulkBar } from './BulkBar.tsx'
import { useDesk } from './desk-context.ts'
import { ExportDialog } from './ExportDialog.tsx'
import { Filters } from './Filters.tsx'
import { countOfDrafts, TEXT } from './messages.ts'
import { QueueRow } from './QueueRow.tsx'

/** The queue: filters, count, rows and pages. */
export function Queue({ onOpen, onHelp }: { onOpen: () => void; onHelp: () => void }) {
  const { desk } = useDesk()
  const { state, problem, entries, count } = useStore(desk.$queue)
  const filters = useStore(desk.$filters)
  const open = useStore(desk.$open)
  const chosen = useStore(desk.bulk.$chosen)
  const heading = useRef<HTMLHeadingElement>(null)
  const list = useRef<HTMLOListElement>(null)
  const current = open.state === 'none' ? null : open.name
  const [isExporting, setExporting] = useState(false)
  const isFirstLoad = state === 'loading' && entries.length === 0

  // The open one stays in sight of its list, which scrolls by itself.
  useEffect(() => {
    const row = list.current?.querySelector<HTMLElement>('[aria-current]')
    const box = list.current
    if (!row || !box || box.scrollHeight === box.clientHeight) return
    const [top, bottom] = [row.offsetTop, row.offsetTop + row.offsetHeight]
    if (top < box.scrollTop || bottom > box.scrollTop + box.clientHeight) box.scrollTop = top - box.clientHeight / 3
  }, [current, entries])

  const openEntry = (name: RecordName) => void desk.open(name, current ? 'replace' : 'push').then(onOpen)
  return (
    <section className="desk-queue" aria-labelledby="desk-count" aria-busy={state === 'loading'}>
      <Filters />
      <div className="desk-queue-head row">
        <h2 id="desk-count" ref={heading} tabIndex={-1}>
          {isFirstLoad ? 'Queue' : countOfDrafts(count)}
        </h2>
        <SmallButton onClick={desk.startNew}>New Item</SmallButton>
        <SmallButton aria-haspopup="dialog" onClick={() => setExporting(true)}>
          Export…
        </SmallButton>
        <button type="button" className="link-button for-keys" onClick={onHelp}>
          Keys
        </button>
      </div>
      {isExporting && <ExportDialog onClose={() => setExporting(false)} />}
      {entries.length > 0 && <BulkBar />}
      {isFirstLoad && <Loading />}
      {state === 'failed' && <RequestProblem className="list-note" problem={problem} onRetry={desk.reload} />}
      {state === 'ready' && count === 0 && <None />}
      <ol className="desk-rows" ref={list}>
        {entries.map((entry) => (
          <QueueRow
            key={`${entry.kind} ${entry.key}`}
            entry={entry}
            isCurrent={isSame(entry, current)}
            href={`?${deskQuery({ filters, record: toName(entry) })}`}
            onOpen={() => openEntry(toName(entry))}
            isChosen={chosen.has(nameText(entry))}
            onChoose={(isOn, range) => desk.bulk.choose(toName(entry), isOn, { range })}
          />
        ))}
      </ol>
      <Pagination
        label="Pages of the queue"
        button="small-button"
        page={filters.page}
        pages={pagesOf(count, PAGE_SIZE)}
        goTo={(page) => {
          heading.current!.focus()
          void desk.goToPage(page)
        }}
      />
      <Status className="visually-hidden">{state === 'ready' && countOfDrafts(count)}</Status>
    </section>
  )
}

function None() {
  const { desk } = useDesk()
  const filters = useStore(desk.$filters)
  const isFiltered = deskQuery({ filters: { ...filters, page: 1, sort: 'oldest' }, record: null }) !== ''
  return (
    <div className="list-note">
      <p>{isFiltered ? TEXT.emptyHere : TEXT.empty}</p>
      {isFiltered && <Button onClick={() => void desk.filter(NO_FILTERS)}>Show All That Wait</Button>}
    </div>
  )
}
