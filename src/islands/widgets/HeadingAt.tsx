import type { ComponentProps } from 'react'

export type Level = 1 | 2 | 3 | 4 | 5

/** A heading whose level depends on where it stands. */
export function HeadingAt({ level, ...rest }: { level: Level } & ComponentProps<'h2'>) {
  const Tag = `h${level}` as const
  return <Tag {...rest} />
}
