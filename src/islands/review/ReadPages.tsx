import { useEffect } from 'react'
import type { DeskRecord } from '#contract/record.ts'
import { plural } from '#rules/names/record-names.ts'
import { useDesk } from './desk-context.ts'

/** Milliseconds between looks for what was read. */
const LOOK = 5000

/** Asks a machine to read the pages of an item that have no text, and says how many are left. */
export function ReadPages({ item }: { item: DeskRecord }) {
  const { desk } = useDesk()
  const [asked = [], others = []] = [true, false].map((isAsked) =>
    item.scans.filter(({ has_text, fields }) => !has_text && (fields['text_source'] === 'machine') === isAsked),
  )
  const unread = item.scans.flatMap(({ has_text, fields }, at) =>
    !has_text && fields['text_source'] === 'unread' ? `picture ${at + 1}` : [],
  )
  const isWaiting = asked.length > 0
  useEffect(() => {
    const timer = isWaiting ? setInterval(() => void desk.refresh(item), LOOK) : undefined
    return () => clearInterval(timer)
  }, [isWaiting, item, desk])
  return (
    <div className="buttons">
      {others.length > 0 && (
        <button type="button" className="small-button" onClick={() => void desk.scans.readByMachine(item, others)}>
          {`Read ${plural(others.length, 'Page')} by Machine`}
        </button>
      )}
      <p role="status">
        {isWaiting && `${plural(asked.length, 'page')} still to be read by machine. `}
        {unread.length > 0 && `A machine could not read ${unread.join(', ')}.`}
      </p>
    </div>
  )
}
