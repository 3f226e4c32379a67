import fc from 'fast-check'
import { expect, test } from 'vitest'
import { UnreadableTable } from '#server/tables/source-table.ts'
import { cellsOf, contentOf, odsCell, odsOf, odsRow, tablesIn, textRow, xlsxOf } from './make-files.ts'

const rows = Array.from({ length: 30 }, (_, at) => [`${at}`, `title ${at * 7919}`, 'a; b'])
const table = `<table:table table:name="A">${rows.map((row) => odsRow(row.map((cell) => odsCell(cell)))).join('')}</table:table>`
const FILES = {
  'a.xlsx': xlsxOf([{ name: 'A', rows: rows.map((row) => textRow(...row)).join('') }]),
  'a.ods': odsOf(table),
  'a.fods': Buffer.from(contentOf(table, 'document')),
  'a.ged': Buffer.from(
    `0 HEAD\n1 CHAR UTF-8\n${rows.map(([id, title]) => `0 @I${id}@ INDI\n1 NAME ${title} /Orr/\n2 NICK é\n1 FAMS @F@\n`).join('')}0 @F@ FAM\n1 HUSB @I1@\n1 CHIL @I2@\n0 TRLR`,
  ),
  'a.csv': Buffer.from(rows.map((row) => `"${row.join('","')}"`).join('\n')),
  'a.json': Buffer.from(JSON.stringify(rows.map(([id, title]) => ({ id, title })))),
}

test.each(Object.entries(FILES))(
  '%s with wrong bytes or without its end is read or refused with a sentence',
  async (name, whole) => {
    const wrong = fc.array(fc.tuple(fc.nat(whole.length - 1), fc.nat(255)), { maxLength: 4 })
    await fc.assert(
      fc.asyncProperty(wrong, fc.option(fc.nat(whole.length)), async (bytes, end) => {
        const damaged = Buffer.from(whole)
        for (const [at, byte] of bytes) damaged[at] = byte
        try {
          for (const each of await tablesIn(name, damaged.subarray(0, end ?? whole.length))) await cellsOf(each)
        } catch (error) {
          expect(error).toBeInstanceOf(UnreadableTable)
        }
      }),
      { numRuns: 150 },
    )
  },
)
