import * as v from 'valibot'
import { id, line, list, multipartNumber, requiredName, text, timestamp } from './fields.ts'
import { MAPPED_LISTS, importMapping } from './import-mapping.ts'
import { FIELD } from './messages.ts'
import { RECORDING } from './recording-messages.ts'
import { IMPORT, LIST, TEXT } from './limits.ts'
import { RECORD_KINDS, actor } from './record.ts'

/**
 * `open`: files are sent and answers are given; `checking`: the files are read and what would happen is found out; `checked`: that is known;
 * `running`; `done`; `failed`: see `error`, and it can be tried again. A cancelled run is `checked` again.
 */
export const IMPORT_STATES = ['open', 'checking', 'checked', 'running', 'done', 'failed'] as const

const whole = v.pipe(v.number(FIELD.wholeNumber), v.safeInteger(FIELD.wholeNumber), v.minValue(0))

/** A cell of a table that somebody corrected before the import. */
const correction = v.object({ table: line, row: id, column: line, value: text(TEXT.body) })

const requiredPath = v.pipe(text(TEXT.line, FIELD.required), v.nonEmpty(FIELD.required))
export type Correction = v.InferOutput<typeof correction>

/** Of a file, `path` as in the folder that was dropped, with `/`; `modified` in milliseconds since 1970. */
const announced = v.object({ path: requiredPath, bytes: whole, modified: whole })

export const importChange = v.object({
  /** Files that will be sent, so that it is known which are missing. One of the same path that is not the same is replaced. */
  files: v.optional(list(announced, LIST.names)),
  /** What the columns are, and what was decided about names. */
  mapping: v.optional(importMapping),
  /** Instead of what cells say. */
  corrections: v.optional(list(correction, LIST.names)),
  /** What new records are: with `draft` all of them, with `published` those whose rows say nothing else. */
  status: v.optional(v.picklist(['draft', 'published'], FIELD.oneOf(['draft', 'published']))),
  /** Leaves out what is wrong, instead of nothing being imported. */
  skip_bad: v.optional(v.boolean(FIELD.yesOrNo)),
})
export type ImportChange = v.InferOutput<typeof importChange>

/** What is known of it by its source is used again. */
export const newImport = v.object({ source: requiredName('Name where it comes from.') })

const counts = v.object({ kept: v.number(), changed: v.number(), moved: v.number(), 'left out': v.number() })

/** What is wrong with a row, or may not be meant; row 0 is the whole table. */
const problem = v.object({
  table: v.string(),
  row: v.number(),
  column: v.string(),
  /** The cell as it is, with corrections; null where it is too long to be corrected here. */
  value: v.nullable(v.string()),
  sentence: v.string(),
})
export type ImportProblem = v.InferOutput<typeof problem>

/** Answered when the files were looked at: it can be answered otherwise. */
const answered = v.boolean()
const question = v.variant('about', [
  v.object({ about: v.literal('dates'), answered, table: v.string(), column: v.string(), example: v.string() }),
  v.object({
    ...{ about: v.literal('names'), answered },
    list: v.picklist(RECORD_KINDS),
    name: v.string(),
    candidates: v.array(
      v.object({
        ...{ key: id, name: v.string(), born: v.nullish(v.number(), null), died: v.nullish(v.number(), null) },
        /** “family.ged, row 6”, of a row of this import that is no record yet. */
        row: v.nullish(v.string(), null),
      }),
    ),
  }),
  /** Rows whose key another one has: how many, and the first of them (`doubled` of the mapping). `first` and `row`: “catalogue.csv, row 2”. */
  v.object({
    ...{ about: v.literal('doubled'), answered },
    count: v.number(),
    rows: v.array(v.object({ key: v.string(), first: v.string(), row: v.string() })),
  }),
])
export type ImportQuestion = v.InferOutput<typeof question>

/** What a check found. */
const importFindings = v.object({
  tables: v.array(
    v.object({
      table: v.string(),
      rows: v.number(),
      /** The program that it was recognized by. */
      preset: v.nullable(v.string()),
      columns: v.array(
        v.object({
          heading: v.string(),
          /** Up to three different cells, shortened. */
          examples: v.array(v.string()),
          /** Cells that are not empty, by what becomes of them, those of a doubled row only in the column of its key; null before that is known. */
          cells: v.nullable(counts),
          /** What happens besides keeping, in sentences. */
          changes: v.array(v.string()),
        }),
      ),
      /** Formula remains, merged cells, hidden sheets and the like. */
      notices: v.array(v.object({ row: v.nullable(v.number()), column: v.nullable(v.string()), sentence: v.string() })),
    }),
  ),
  questions: v.array(question),
  /** The first ones; all are in the spreadsheet (importFile). */
  problems: v.array(problem),
  problem_count: v.number(),
  warnings: v.array(problem),
  warning_count: v.number(),
  /** Records that were edited here since, and stay as they are. */
  conflict_count: v.number(),
  /** What happens, or happened, by list. */
  lists: v.array(
    v.object({
      list: v.string(),
      added: v.number(),
      updated: v.number(),
      unchanged: v.number(),
      rejected: v.number(),
      conflicts: v.number(),
    }),
  ),
  /** Names in cells that become records: the first of them, and how many. */
  added: v.array(v.object({ list: v.picklist(RECORD_KINDS), count: v.number(), names: v.array(v.string()) })),
  pictures: v.object({ count: v.number(), bytes: v.number() }),
  /** Pictures that say something of themselves (`embedded` of the mapping). */
  embedded: v.number(),
  files_without_row: v.array(v.string()),
  rows_without_file: v.array(v.string()),
  /** People who are presumed living, and what visitors will see of them. */
  living: v.object({ count: v.number(), mode: v.string() }),
})
export type ImportFindings = v.InferOutput<typeof importFindings>

/** An import in a list. */
export const importEntry = v.object({
  id,
  source: v.string(),
  state: v.picklist(IMPORT_STATES),
  created_at: timestamp,
  changed_at: timestamp,
  by: v.nullable(actor),
  /** Of `checking` and `running`: what is done, such as “Pictures”, and how much of it (0 to 1; null where that is not known). */
  progress: v.nullable(v.object({ step: v.string(), part: v.nullable(v.number()) })),
  /** Of `done`: the operation that undoes it. */
  operation: v.nullable(id),
  undone: v.boolean(),
})
export type ImportEntry = v.InferOutput<typeof importEntry>

export const importDetails = v.object({
  ...importEntry.entries,
  files: v.array(v.object({ ...announced.entries, path: v.string(), received: v.number() })),
  /** Of the answers that follow, for If-Match. */
  version: v.string(),
  mapping: v.nullable(importMapping),
  corrections: v.array(correction),
  status: v.picklist(['draft', 'published']),
  skip_bad: v.boolean(),
  /** Of the last check or of the import itself; null before. */
  findings: v.nullable(importFindings),
  /** Whether files, columns, names or cells have changed since. */
  stale: v.boolean(),
  /** Why it failed. */
  error: v.nullable(v.string()),
  /** Fields that columns can go to, by list, each with its label. */
  targets: v.record(v.picklist(MAPPED_LISTS), v.array(v.object({ target: v.string(), label: v.string() }))),
})
export type ImportDetails = v.InferOutput<typeof importDetails>

/** A file of an import in parts, as a recording's (endpoints/recordings.ts), beside the part as `image`. */
export const importPart = v.object({
  path: requiredPath,
  bytes: multipartNumber(whole),
  modified: multipartNumber(whole),
  at: multipartNumber(whole),
  sha256: v.optional(v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/, RECORDING.damagedPart))),
})
export type ImportPart = v.InferOutput<typeof importPart>
export const importReceived = v.object({ received: v.number() })

/** `problems`: a spreadsheet of the rows that have some, with a column “Problem”; `cells`: every cell that is not kept as it was, and why. */
export const importFileQuery = v.object({ what: v.picklist(['problems', 'cells']) })
export const importPath = v.object({ path: requiredPath })

const GIB = 1024 ** 3
/** Why an import is not changed or begun. */
export const IMPORT_REFUSED = {
  path: 'This path cannot be kept. Rename the file or its folder, and send it again.',
  inTheWay: 'A file and a folder have the same name here. Rename one of them.',
  tooMany: `An import can have at most ${IMPORT.files.toLocaleString('en')} files. Make several of them.`,
  tooLarge: `An import can have at most ${IMPORT.bytes / GIB} GiB. Make several of them.`,
  runs: 'This import is being checked or is running. Wait until that is done, or cancel it.',
  changed: 'Somebody else has changed this import since you opened it. Look at it again.',
  done: 'This import is done. It can be undone in the list of operations.',
  idle: 'Nothing of this import runs.',
  empty: 'Send a file first.',
  unfinished: (path: string) => `${path} has not arrived yet. Send the rest of it, or remove it.`,
  stale: 'Check the import first: it is not known what it would do.',
  questions: 'Answer the questions first.',
  problems: 'Correct the problems first, or choose to leave out what is wrong.',
  unreadable: 'Remove or replace the files that cannot be read first.',
  elsewhere: 'The files of this import are on another machine, or gone. Begin a new import.',
  interrupted: 'The server stopped, and the work was interrupted. Nothing was changed. Try again.',
  crashed: 'The work ended unexpectedly, perhaps for want of memory. Nothing was changed. Try again with fewer files.',
} as const
