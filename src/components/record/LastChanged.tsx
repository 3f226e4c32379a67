import type { DisplayDate } from '#rules/dates/display-dates.ts'

/** When what a page shows of its record has changed last; nothing where that is not known. */
export const LastChanged = ({ date }: { date: DisplayDate | undefined }) =>
  date && (
    <p className="last-changed">
      {'Last changed '}
      <time dateTime={date.machine!}>{date.text}</time>
    </p>
  )
