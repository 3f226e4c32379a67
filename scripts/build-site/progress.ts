import type { Step } from '#release/make-release.ts'

export const STEP_NAMES: Record<Step, string> = {
  pull: 'Reading the archive',
  pages: 'Building pages',
  search: 'Indexing for the search',
  compress: 'Compressing',
}

/** Shows the progress of a build: an updating line on a terminal, a line per step in a log. */
export function showProgress(out: NodeJS.WriteStream = process.stdout) {
  let current: Step | undefined
  let drawn = 0
  const close = () => {
    if (current !== undefined && out.isTTY) out.write('\n')
    current = undefined
  }
  return {
    step(step: Step, done: number, of: number | null): void {
      if (step !== current) {
        close()
        current = step
        drawn = 0
        out.write(`${STEP_NAMES[step]}${out.isTTY ? '' : ' …\n'}`)
      }
      const now = Date.now()
      if (!out.isTTY || done === 0 || now - drawn < 100) return
      drawn = now
      out.write(
        `\r${STEP_NAMES[step]} ${done.toLocaleString('en-CA')}${of ? ` of ${of.toLocaleString('en-CA')}` : ''} `,
      )
    },
    end: close,
  }
}
