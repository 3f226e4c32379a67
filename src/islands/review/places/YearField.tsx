import type { ComponentProps } from 'react'
import { TextField } from '../../widgets/TextField.tsx'

/** The year of a split or a join: without one it is a correction, with one it is history. */
export const YearField = (props: Omit<ComponentProps<typeof TextField>, 'label'>) => (
  <TextField label="In which year? (optional)" inputMode="numeric" autoComplete="off" {...props} />
)
