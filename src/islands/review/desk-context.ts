import type { Client } from '#client/client.ts'
import type { DeskCallName } from '#contract/endpoints.ts'
import type { Desk } from '#stores/review/desk.ts'
import type { RecordView } from './load-view.ts'
import type { DraftPictures } from '../widgets/draft-pictures.ts'
import { requiredContext } from '../widgets/required-context.ts'

interface DeskParts {
  desk: Desk<RecordView>
  client: Client<DeskCallName>
  pictures: DraftPictures
  /** The id of the cataloguer. */
  user: number
  isAdministrator: boolean
}

/** The parts of the desk, available to its components. */
export const [DeskContext, useDesk] = requiredContext<DeskParts>('DeskContext')
