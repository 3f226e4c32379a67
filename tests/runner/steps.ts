import path from 'node:path'

export const root = path.resolve(import.meta.dirname, '../..')

/** Vitest's projects (vitest.config.ts). */
type Project = 'units' | 'postgres' | 'programs' | 'site' | 'site-postgres'

/** One part of `npm test`: a command that is right or wrong as a whole, or a folder of Vitest tests that are counted one by one. */
export interface Step {
  name: string
  /** The word that picks it: `npm test -- units`. */
  part: string
  /** What somebody waits for: runs at a higher priority than the rest. */
  urgent?: true
  /** Takes too long for each time: in `npm test -- all`, or where its part is named. */
  long?: true
  does: { command: readonly string[] } | { project: Project; folder: string }
}

/** In the order in which they are started: those that are urgent one after the other, and the rest beside them; first those that keep only one processor busy. */
export const STEPS: readonly Step[] = [
  // Leaves the town that the journeys go through.
  {
    name: 'First start (npm start)',
    part: 'start',
    urgent: true,
    does: { command: ['node', 'tests/ci/start-up.ts'] },
  },
  // .oxlintrc.json: all types, promises that nobody waits for, the rules of React and of good TypeScript, and our own (SQL in routes, removal of files,
  // expressions that are not linear). Pages have a checker of their own.
  { name: 'Types and lint (oxlint)', part: 'lint', does: { command: ['oxlint'] } },
  {
    name: 'Pages (astro check)',
    part: 'pages',
    does: { command: ['astro', 'check', '--tsconfig', 'tsconfig.pages.json'] },
  },
  { name: 'Format (oxfmt)', part: 'format', does: { command: ['oxfmt', '--list-different'] } },
  // The many short files come last: they keep both processors busy to the end.
  { name: 'Programs (vitest)', part: 'programs', does: { project: 'programs', folder: 'tests' } },
  { name: 'API on PostgreSQL (vitest)', part: 'postgres', does: { project: 'postgres', folder: 'tests' } },
  { name: 'Units and API (vitest)', part: 'units', does: { project: 'units', folder: 'tests' } },
  { name: 'Journeys in a browser', part: 'e2e', urgent: true, does: { project: 'site', folder: 'tests/e2e' } },
  {
    name: 'Journeys on PostgreSQL',
    part: 'e2e-postgres',
    urgent: true,
    long: true,
    does: { project: 'site-postgres', folder: 'tests/e2e' },
  },
  { name: 'Page budgets', part: 'budgets', urgent: true, does: { project: 'site', folder: 'tests/budgets' } },
]

/** Picks all steps, and what takes too long for each time (tests/setup/length.ts). */
const EVERYTHING = 'all'

/** The steps that the words on the command line pick: all without a word. An unknown word is an error that names the known ones. */
export function chosenSteps(words: readonly string[]): { steps: Step[]; isLong: boolean } {
  const parts = [...STEPS.map((step) => step.part), EVERYTHING]
  const unknown = words.filter((word) => !parts.includes(word))
  if (unknown.length > 0) throw new Error(`No part is called ${unknown.join(', ')}. There are: ${parts.join(', ')}.`)
  const isLong = words.includes(EVERYTHING)
  const named = words.filter((word) => word !== EVERYTHING)
  const isChosen = ({ part, long }: Step) => named.includes(part) || (named.length === 0 && (isLong || !long))
  return { steps: STEPS.filter(isChosen), isLong }
}

/** One process and the steps that it answers. */
export interface Run {
  command: readonly string[]
  steps: Step[]
  /** Vitest's project, when its report is to be counted. */
  project?: Project
}

/** Workers of projects that run when the browsers are done, on two processors: a test that waits leaves its place to others. */
const WORKERS: Partial<Record<Project, number>> = { units: 3, postgres: 3 }

/** Steps of one Vitest project share a process: the product is then built and started once for journeys and budgets. */
export function runsOf(steps: readonly Step[]): Run[] {
  const runs: Run[] = []
  for (const step of steps) {
    const { does } = step
    if ('command' in does) {
      runs.push({ command: does.command, steps: [step] })
      continue
    }
    const shared = runs.find((run) => run.project === does.project)
    if (shared) {
      shared.steps.push(step)
      shared.command = [...shared.command, does.folder]
    } else {
      const { [does.project]: workers = 2 } = WORKERS
      const command = ['vitest', 'run', '--project', does.project, `--maxWorkers=${workers}`, does.folder]
      runs.push({ command, steps: [step], project: does.project })
    }
  }
  return runs
}
