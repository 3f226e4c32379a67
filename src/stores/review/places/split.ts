import type { Geometry } from '#contract/location.ts'
import type { DeskRecord } from '#contract/record.ts'
import type { Side, SplitAnswer, ZoneLinks } from '#contract/split.ts'
import { namesOf } from '#rules/forms/inputs.ts'
import { readPoints } from '#rules/map/outlines/corners-text.ts'
import { OUTLINE } from '#rules/map/outlines/messages.ts'
import { splitOutline } from '#rules/map/outlines/split-outline.ts'
import { resource } from '../../shared/resource.ts'
import { nameText } from '../record-names.ts'
import { formProblems, ifMatch, type Refusal } from '../send-step.ts'
import type { PlacesDeps } from './deps.ts'

const TEXTS = ['line', 'year', 'name', 'address', 'altnames', 'other_name', 'other_address'] as const
const FIELDS: readonly string[] = [...TEXTS, 'moves']
export type SplitTexts = Readonly<Record<(typeof TEXTS)[number], string>>

export interface SplitPlan {
  zone: DeskRecord
  links: ZoneLinks
  values: SplitTexts
  /** The part that keeps the id; with a year, the one that `other_name` names. */
  keeps: Side
  /** Both outlines, once the line passes through. */
  parts: Record<Side, Geometry> | null
  /** Links that go to the new part, as `nameText`. */
  moves: ReadonlySet<string>
  errors: Readonly<Partial<Record<string, string>>>
  state: 'open' | 'sending'
  refusal: Refusal | null
}

interface Deps extends PlacesDeps {
  onSplit(done: SplitAnswer): void
}

/** The line as points and what it would make of the outline. */
function tryLine(zone: DeskRecord, text: string): { parts: SplitPlan['parts']; problem?: string } {
  const read = readPoints(text)
  if ('problem' in read) return { parts: null, problem: read.problem }
  const outline = zone.fields['geometry'] as Geometry | null
  if (!outline) return { parts: null, problem: OUTLINE.none }
  const parts = splitOutline(outline, read.points)
  return 'problem' in parts ? { parts: null, problem: parts.problem } : { parts }
}

/** Splitting a zone: the line, which part keeps the id, and where each link goes. */
export function createSplit({ client, withSession, onSplit }: Deps) {
  const opened = resource(async (signal, key: number): Promise<SplitPlan> => {
    const [zone, links] = await withSession(() =>
      Promise.all([
        client.call('record', { path: { kind: 'locations', key }, signal }),
        client.call('zoneLinks', { path: { id: key }, signal }),
      ]),
    )
    const address = zone.fields['address'] as string
    const values = { line: '', year: '', name: '', address, altnames: '', other_name: '', other_address: address }
    const unchanged = { keeps: 'left', parts: null, moves: new Set<string>(), errors: {} } as const
    return { zone, links, values, ...unchanged, state: 'open', refusal: null }
  })
  const plan = () => opened.$resource.get().value
  const update = (more: Partial<SplitPlan>) => opened.change((now) => ({ ...now, refusal: null, ...more }))

  return {
    $split: opened.$resource,
    open: opened.load,
    close: opened.clear,
    isUnsaved() {
      const { line = '', name = '' } = plan()?.values ?? {}
      return `${line}${name}`.trim() !== ''
    },
    change(field: keyof SplitTexts, value: string) {
      const now = plan()
      if (!now) return
      const { [field]: _fixed, ...errors } = now.errors
      const values = { ...now.values, [field]: value }
      if (field !== 'line') return update({ values, errors })
      const { parts, problem } = tryLine(now.zone, value)
      update({ values, parts, errors: value.trim() === '' || !problem ? errors : { ...errors, line: problem } })
    },
    keep: (keeps: Side) => update({ keeps }),
    /** Assigns links to the new part, or back to the one that keeps the id. */
    assign(names: readonly string[], isNew: boolean) {
      const moves = new Set(plan()?.moves)
      for (const name of names) {
        if (isNew) moves.add(name)
        else moves.delete(name)
      }
      update({ moves })
    },
    /** True when it is done. */
    async send(): Promise<boolean> {
      const now = plan()
      if (!now || now.state === 'sending') return false
      const { zone, links, values, keeps, moves } = now
      const line = readPoints(values.line)
      const { problem } = tryLine(zone, values.line)
      if ('problem' in line || problem !== undefined) {
        update({ errors: { ...now.errors, line: problem ?? OUTLINE.line } })
        return false
      }
      update({ state: 'sending', errors: {} })
      const altnames = namesOf(values.altnames)
      const body = {
        ...{ ...values, altnames, keeps, line: line.points, year: values.year.trim() || null },
        moves: links.filter((link) => moves.has(nameText(link))).map(({ kind, key }) => ({ kind, key })),
        links: links.length,
      }
      try {
        const path = { id: zone.key }
        const answer = await withSession(() => client.call('splitZone', { path, body, headers: ifMatch(zone) }))
        opened.clear()
        onSplit(answer)
        return true
      } catch (problem) {
        update({ state: 'open', ...formProblems(problem, (field) => FIELDS.includes(field)) })
        return false
      }
    },
  }
}
