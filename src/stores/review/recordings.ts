import type { DeskRecord } from '#contract/record.ts'
import { createRecordingUpload, type RecordingDeps } from '../shared/recording-upload.ts'
import { createScanChanges, type ScanDeps } from './scans.ts'

export type { RecordingDeps } from '../shared/recording-upload.ts'

/** Changes of an item's recordings, and how one is added. */
export function createRecordings(deps: ScanDeps & RecordingDeps) {
  const upload = createRecordingUpload(deps)
  return {
    ...createScanChanges({ ...deps, kind: 'files' }),
    upload,
    async add(item: DeskRecord, file: File): Promise<void> {
      if ((await upload.send(Number(item.key), file)) !== undefined) await deps.onSaved(item)
    },
  }
}
