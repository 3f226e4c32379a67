import { writeFile } from 'node:fs/promises'
import { readRows, type BundleFolder } from './bundle-folder.ts'
import type { Check } from './check.ts'

/** Writes the rows that were left out, or values of them, to a JSON array, each with its location and all reasons. */
export async function writeRejectedRows(path: string, bundle: BundleFolder, check: Check): Promise<void> {
  const rows: string[] = []
  for (const file of bundle.files) {
    const rejected = check.rejected.get(file.list)
    for await (const { index, line, cells } of readRows(file)) {
      const isLeftOut = rejected?.has(index)
      if (!isLeftOut && !file.leftOut.has(index)) continue
      const reasons = check.issues
        .filter((issue) => issue.file === file.file && issue.row === index + 1)
        .map(({ field, reason }) => ({ field, reason }))
      // In conflict: nothing is wrong with it.
      if (reasons.length === 0) continue
      rows.push(JSON.stringify({ file: file.file, line, ...(!isLeftOut && { imported: true }), reasons, row: cells }))
    }
  }
  await writeFile(path, `[\n${rows.join(',\n')}\n]\n`)
}
