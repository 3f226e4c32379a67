import fc from 'fast-check'
import { expect, test } from 'vitest'
import { UnreadableTable } from '#server/tables/source-table.ts'
import { cellsOf, contentOf, odsCell, odsOf, odsRow, tablesIn, textRow, xlsxOf } from './make-files.ts'
import { runs } from '../../setup/length.ts'

const rows = Array.from({ length: 30 }, (_, at) => [`${at}`, `title ${at * 7919}`, 'a; b'])
const table = `<table:table table:name="A">${rows.map((row) => odsRow(row.map((cell) => odsCell(cell)))).join('')}</table:table>`
const FILES = {
  'a.xlsx': xlsxOf([{ name: 'A', rows: rows.map((row) => textRow(...row)).join('') }]),
  'a.ods': odsOf(table),
  'a.fods': Buffer.from(contentOf(table, 'document')),
  'a.ged': Buffer.from(
    `0 HEAD\n1 CHAR UTF-8\n${rows.map(([id, title]) => `0 @I${id}@ INDI\n1 NAME ${title} /Orr/\n2 NICK é\n1 FAMS @F@\n`).join('')}0 @F@ FAM\n1 HUSB @I1@\n1 CHIL @I2@\n0 TRLR`,
  ),
  'mods.xml': Buffer.from(
    `<?xml version="1.0" encoding="UTF-8"?>\n<modsCollection>${rows.map(([id, title]) => `<mods><titleInfo><title>${title} é</title></titleInfo><identifier type="local">${id}</identifier></mods>`).join('\n')}</modsCollection>`,
  ),
  'oai.xml': Buffer.from(
    `<OAI-PMH>${rows.map(([id, title]) => `<record><header><identifier>${id}</identifier></header><metadata><oai_dc:dc><dc:title>${title}</dc:title></oai_dc:dc></metadata></record>`).join('')}</OAI-PMH>`,
  ),
  'ead.xml': Buffer.from(
    `<ead><archdesc><dsc>${rows.map(([id, title]) => `<c id="${id}"><did><unittitle>${title}</unittitle></did></c>`).join('')}</dsc></archdesc></ead>`,
  ),
  'iiif.json': Buffer.from(
    JSON.stringify({
      ...{ '@context': 'http://iiif.io/api/presentation/3/context.json', type: 'Collection' },
      items: rows.map(([id, title]) => ({ id, type: 'Manifest', label: { en: [title] } })),
    }),
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
      { numRuns: runs(150) },
    )
  },
)
