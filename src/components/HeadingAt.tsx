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
