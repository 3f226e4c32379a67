import { mkdirSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'

/** One measured ratio or size, and the bound that it is held to. */
export interface Figure {
  name: string
  value: number
  unit:
    | 'times'
    | '%'
    | 'MiB'
    | 'bytes'
    | 'ms'
    | 's'
    | 'tiles/s'
    | 'rows/s'
    | 'MB/s'
    | 'points'
    | 'requests'
    | 'records'
    | 'files'
  bound: { least: number } | { most: number }
  /** What it was measured from, for a reader who wants to check. */
  from: string
}

/** True when a figure is within its bound. */
export function holds({ value, bound }: Figure): boolean {
  return 'least' in bound ? value >= bound.least : value <= bound.most
}

/** The middle of several runs: a busy moment of the machine counts less. */
export const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? NaN
/** The slowest percent of many. */
export const slowest = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * 0.99)]!
export const perSecond = (value: number): string => `${Math.round(value).toLocaleString('en')}/s`

const number = (value: number): string =>
  value.toLocaleString('en', { maximumFractionDigits: value < 100 ? 2 : 0, minimumFractionDigits: 0 })

/** A table for a terminal. */
export function table(figures: readonly Figure[]): string {
  const rows = figures.map((figure) => [
    holds(figure) ? '✓' : '✗',
    figure.name,
    `${number(figure.value)} ${figure.unit}`,
    'least' in figure.bound ? `≥ ${number(figure.bound.least)}` : `≤ ${number(figure.bound.most)}`,
    figure.from,
  ])
  const widths = [0, 1, 2, 3].map((column) => Math.max(...rows.map((row) => row[column]!.length)))
  return rows
    .map((row) =>
      row
        .map((cell, at) => cell.padEnd(widths[at] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

/** Writes the figures of one run to bench-results/, with what machine they are from. Answers the file. */
export function record(part: string, figures: readonly Figure[]): string {
  const folder = path.resolve(import.meta.dirname, '../../bench-results')
  mkdirSync(folder, { recursive: true })
  const file = path.join(folder, `${part}.json`)
  const machine = { node: process.version, cpus: os.cpus().length, model: os.cpus()[0]?.model ?? '' }
  const measured = new Date().toISOString()
  const lines = figures.map((figure) => ({ ...figure, holds: holds(figure) }))
  writeFileSync(file, `${JSON.stringify({ part, measured, machine, figures: lines }, null, 2)}\n`)
  return file
}
