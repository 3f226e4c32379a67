/** Writes the demo town as an import bundle: node scripts/demo-town.ts FOLDER */
import { writeDemoTown } from '#demo/write-demo-town.ts'

const folder = process.argv[2]
if (folder === undefined) {
  console.error('Please name the folder for the bundle: node scripts/demo-town.ts FOLDER')
  process.exit(2)
}
const started = performance.now()
await writeDemoTown(folder, {
  onProgress: ({ done, total, unit }) => {
    if (done % 100 === 0 || done === total)
      console.log(`${done} of ${total} ${unit}, ${((performance.now() - started) / 1000).toFixed(1)} s`)
  },
})
