import { formatDate } from '#rules/dates/partial-dates.ts'
import type { ComponentProps } from 'react'

export type Level = 1 | 2 | 3 | 4 | 5

/** A heading whose level depends on its context. */
export function HeadingAt({ level, ...rest }: { level: Level } & ComponentProps<'h2'>) {
  const Tag = `h${level}` as const
  return <Tag {...rest} />
}

/** The class of a heading with a long text: it gets a smaller font. */
export const lengthClass = (text: string, long: number) =>
  text.length > 260 ? 'very-long' : text.length > long ? 'long' : undefined

/** Here, because a script of its own would cost the map more than the sentence. When what a page shows of its record has changed last; nothing where that is not known. */
export const LastChanged = ({ date }: { date: string | undefined }) =>
  date && (
    <p className="last-changed">
      {'Last changed '}
      <time dateTime={date}>{formatDate(Number(date.replaceAll('-', '')))}</time>
    </p>
  )
