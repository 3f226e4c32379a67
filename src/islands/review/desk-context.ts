import { createContext, use } from 'react'
import type { Client } from '#client/client.ts'
import type { DeskCallName } from '#contract/endpoints.ts'
import type { Desk } from '#stores/review/desk.ts'
import type { RecordView } from './load-view.ts'
import type { DraftPictures } from '../widgets/draft-pictures.ts'

interface DeskParts {
  desk: Desk<RecordView>
  client: Client<DeskCallName>
  pictures: DraftPictures
  /** The id of the cataloguer. */
  user: number
}

export const DeskContext = createContext<DeskParts | null>(null)

/** The parts of the desk, available to its components. */
export function useDesk(): DeskParts {
  const parts = use(DeskContext)
  if (parts === null) throw new Error('This component needs the DeskContext.')
  return parts
}
