import { expect, test } from 'vitest'
import { refusalOf, rowsOf, sentencesOf, tablesIn } from './make-files.ts'

const DC = 'xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dcterms="http://purl.org/dc/terms/"'
/** The rows of a file of one table, by heading, without empty cells. */
async function recordsIn(name: string, content: string | Buffer) {
  const [table] = await tablesIn(name, content)
  const rows = await rowsOf(table!)
  const records = rows.map(({ cells }) =>
    Object.fromEntries(table!.headings.map((heading, at) => [heading, cells[at]!]).filter(([, cell]) => cell)),
  )
  return { table: table!, records, lines: rows.map(({ line }) => line) }
}

test('records of Dublin Core: a row each, second values in lines or in columns of their own', async () => {
  const { table, records, lines } = await recordsIn(
    'dc.xml',
    `<?xml version="1.0"?>
<records ${DC}>
<record>
  <dc:title>The  mill
    &amp; its pond</dc:title><dc:subject>Mills</dc:subject><dc:subject>Ponds; lakes</dc:subject>
  <dc:date>1905</dc:date><dc:date>2011-04-05</dc:date><dcterms:spatial>Main St</dcterms:spatial>
</record>
<record>
  <dc:title>A letter</dc:title><dc:description>One.

    Two.</dc:description><dc:type/>
</record></records>`,
  )
  expect(table.program).toBe('Dublin Core')
  expect(lines).toEqual([1, 2])
  expect(records).toEqual([
    {
      ...{ title: 'The mill & its pond', subject: 'Mills\nPonds; lakes', date: '1905', 'date (2)': '2011-04-05' },
      spatial: 'Main St',
    },
    { title: 'A letter', description: 'One.\nTwo.' },
  ])
})

test.each([
  ['one record', `<oai_dc:dc xmlns:oai_dc="x" ${DC}><dc:title>A</dc:title></oai_dc:dc>`],
  ['elements without a prefix', '<dc xmlns="http://purl.org/dc/elements/1.1/"><title>A</title></dc>'],
  ['DSpace', '<dublin_core><dcvalue element="title" qualifier="none">A</dcvalue></dublin_core>'],
  ['a comment first', `<!-- <ead> --><metadata ${DC}><dc:title>A</dc:title></metadata>`],
])('Dublin Core: %s', async (_, xml) => {
  expect((await recordsIn('dc.xml', xml)).records).toEqual([{ title: 'A' }])
})

test.each(['utf16le', 'latin1'] as const)('the encoding is what the file says: %s', async (encoding) => {
  const xml = `<?xml version="1.0" encoding="iso-8859-1"?><dc:dc ${DC}><dc:title>Café</dc:title></dc:dc>`
  const text = encoding === 'latin1' ? xml : `\uFEFF${xml}`
  expect((await recordsIn('dc.xml', Buffer.from(text, encoding))).records).toEqual([{ title: 'Café' }])
  expect(await refusalOf('dc.xml', xml.replace('iso-8859-1', 'x-none'))).toContain('The encoding x-none')
})

const oai = (inside: string) => `<OAI-PMH xmlns="http://www.openarchives.org/OAI/2.0/">${inside}</OAI-PMH>`
const record = (id: string, metadata: string, status = '') =>
  `<record><header ${status}><identifier>${id}</identifier><datestamp>2020-01-01</datestamp><setSpec>maps</setSpec><setSpec>all</setSpec></header>${metadata && `<metadata>${metadata}</metadata>`}</record>`

test('OAI-PMH: sets, deleted records and what is missing are told', async () => {
  const { table, records } = await recordsIn(
    'answer.xml',
    oai(
      `<ListRecords>${record('oai:a:1', `<oai_dc:dc xmlns:oai_dc="x" ${DC}><dc:title>A</dc:title><dc:identifier>x1</dc:identifier></oai_dc:dc>`)}${record('oai:a:2', '', 'status="deleted"')}<resumptionToken completeListSize="500" cursor="0">abc|2</resumptionToken></ListRecords>`,
    ),
  )
  expect(records).toEqual([
    {
      ...{ 'oai identifier': 'oai:a:1', set: 'maps', 'other sets': 'all', datestamp: '2020-01-01' },
      ...{ title: 'A', identifier: 'x1' },
    },
  ])
  expect(sentencesOf(table)).toEqual([
    'The file is a part of a list of 500 records. The next part comes for resumptionToken=abc|2.',
    'Deleted records are left out: oai:a:2. Delete them here, too, if you have them.',
  ])
})

test('a record that a harvester saved, and one that lies in a graph', async () => {
  const saved = record('oai:a:1', '').replace(
    '</record>',
    `<oai_dc:dc ${DC}><dc:title>A</dc:title></oai_dc:dc></record>`,
  )
  expect((await recordsIn('a.xml', saved)).records).toMatchObject([{ 'oai identifier': 'oai:a:1', title: 'A' }])
  const graph = `<rdf:RDF ${DC}><rdf:Description><dc:title>A</dc:title><dc:rights rdf:resource="https://example.org/r"/></rdf:Description></rdf:RDF>`
  const { records, table } = await recordsIn('a.rdf', graph)
  expect(records).toEqual([{ title: 'A', 'rights href': 'https://example.org/r' }])
  expect(sentencesOf(table)).toEqual([
    'Each “Description” is a record. What the file says outside of them is not read.',
  ])
})

test.each([
  [oai('<error code="badArgument">No such set</error>'), 'says “No such set”. Ask for verb=ListRecords'],
  [oai('<Identify><repositoryName>A</repositoryName></Identify>'), 'no answer with records, but Identify'],
  [oai(`<GetRecord>${record('oai:a:1', '<marc:record xmlns:marc="m"/>')}</GetRecord>`), 'the record is in record. Ask'],
  ['<rss><channel/></rss>', 'This is no spreadsheet that can be read here'],
  [`<dc:dc ${DC}><dc:title>A`, 'The file is cut off'],
])('%s is refused with a sentence', async (xml, sentence) => {
  expect(await refusalOf('a.xml', xml)).toContain(sentence)
})

test('MODS: titles and names of parts, roles, kinds and addresses', async () => {
  const { table, records } = await recordsIn(
    'mods.xml',
    `<mods:modsCollection xmlns:mods="http://www.loc.gov/mods/v3" xmlns:xlink="x"><mods:mods>
    <mods:titleInfo><mods:nonSort>The</mods:nonSort><mods:title>mill</mods:title><mods:subTitle>a view</mods:subTitle></mods:titleInfo>
    <mods:titleInfo type="alternative"><mods:title>Orr's mill</mods:title></mods:titleInfo>
    <mods:name type="personal"><mods:namePart type="given">Ada</mods:namePart><mods:namePart type="family">Ross</mods:namePart><mods:namePart type="date">1871-1940</mods:namePart><mods:namePart type="x">odd</mods:namePart><mods:role><mods:roleTerm>Photographer.</mods:roleTerm></mods:role></mods:name>
    <mods:name type="corporate"><mods:namePart>Orr Mills</mods:namePart><mods:role><mods:roleTerm type="code">dnr</mods:roleTerm></mods:role></mods:name>
    <mods:originInfo><mods:dateCreated point="start">1900</mods:dateCreated><mods:dateCreated point="end">1905</mods:dateCreated></mods:originInfo>
    <mods:subject><mods:topic>Mills</mods:topic><mods:geographic>Goderich</mods:geographic></mods:subject>
    <mods:subject><mods:name type="personal"><mods:namePart>Orr, Cyrus</mods:namePart></mods:name></mods:subject>
    <mods:identifier type="local">x1</mods:identifier>
    <mods:accessCondition type="use and reproduction" xlink:href="http://rightsstatements.org/vocab/NoC-US/1.0/">Free</mods:accessCondition>
    <mods:relatedItem>See the deed</mods:relatedItem><mods:relatedItem type="host"><mods:titleInfo><mods:title>Mill papers</mods:title></mods:titleInfo><mods:part><mods:detail type="volume"><mods:number>3</mods:number></mods:detail></mods:part></mods:relatedItem>
    </mods:mods></mods:modsCollection>`,
  )
  expect(table.program).toBe('MODS')
  expect(records).toEqual([
    {
      ...{ title: 'The mill: a view', 'title (alternative)': "Orr's mill", creator: 'Ross, Ada, 1871-1940' },
      ...{
        'creator namePart (x)': 'odd',
        'creator role roleTerm': 'Photographer.',
        'corporate contributor': 'Orr Mills',
      },
      ...{ 'corporate contributor role roleTerm (code)': 'dnr', 'originInfo dateCreated (start)': '1900' },
      ...{ 'originInfo dateCreated (end)': '1905', 'subject topic': 'Mills', 'subject geographic': 'Goderich' },
      ...{ 'subject creator': 'Orr, Cyrus', 'identifier (local)': 'x1', 'relatedItem (host) title': 'Mill papers' },
      'relatedItem (host) part detail (volume) number': '3',
      relatedItem: 'See the deed',
      'accessCondition (use and reproduction) href': 'http://rightsstatements.org/vocab/NoC-US/1.0/',
      'accessCondition (use and reproduction)': 'Free',
    },
  ])
})

test('entities of a DTD stay as they are written, and nothing grows', async () => {
  const lol = Array.from({ length: 9 }, (_, at) => `<!ENTITY l${at + 1} "${`&l${at};`.repeat(10)}">`).join('')
  const { records } = await recordsIn(
    'bomb.xml',
    `<!DOCTYPE dc [<!ENTITY l0 "lol"><!ENTITY file SYSTEM "file:///etc/passwd">${lol}]><dc:dc ${DC}><dc:title>&l9;&file;</dc:title></dc:dc>`,
  )
  expect(records).toEqual([{ title: '&l9;&file;' }])
})
