import type { Checked } from '../health/check-originals.ts'

/** A problem of the archive. `repaired` says that it was fixed. */
interface Finding {
  where: string
  what: string
  repaired?: boolean
}
export interface DoctorReport {
  findings: Finding[]
  /** Not problems, but worth knowing: the content of the trash, and what earlier restores left behind. */
  notes: string[]
  /** How many of each were checked. */
  checked: Record<string, number>
  /** The checksums of the originals. */
  fixity?: Checked
}
