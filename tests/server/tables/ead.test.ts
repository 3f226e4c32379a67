import { expect, test } from 'vitest'
import { rowsOf, sentencesOf, tablesIn } from './make-files.ts'

async function aidOf(xml: string) {
  const tables = await tablesIn('aid.xml', xml)
  const sheets: Record<string, Record<string, string>[]> = {}
  for (const table of tables)
    sheets[table.sheet!] = (await rowsOf(table)).map(({ cells }) =>
      Object.fromEntries(table.headings.map((heading, at) => [heading, cells[at]!]).filter(([, cell]) => cell)),
    )
  return { tables, sheets }
}

const AID = `<!DOCTYPE ead PUBLIC "-//EAD//EN" "ead.dtd"><ead><eadheader><eadid>aid-7</eadid><filedesc><titlestmt><titleproper>Guide</titleproper></titlestmt></filedesc></eadheader>
<archdesc level="fonds"><did><unittitle>Orr papers, <unitdate normal="1890/1910" type="inclusive">1890-1910</unitdate></unittitle>
<unitid>F 7</unitid><physdesc><extent>3 boxes</extent></physdesc><origination><persname>Orr, Cyrus</persname></origination></did>
<dsc><head>Contents</head>
<c01 level="series" id="s1"><did><unittitle>Letters</unittitle></did><scopecontent><head>Scope</head><p>Of the <emph>mill</emph>.</p><p>And home.</p></scopecontent>
<c02 level="file"><did><container type="box">1</container><container type="folder">2</container><unittitle>To Ada Ross,</unittitle><unitdate>c. 1901</unitdate></did>
<controlaccess><head>Terms</head><controlaccess><persname>Ross, Ada</persname><subject>Mills</subject></controlaccess><geogname>Goderich</geogname></controlaccess>
<c03 level="item"><did><unittitle>Letter of May</unittitle></did><dao href="letters/1.jpg"/><dao href="https://example.org/2"/></c03></c02>
</c01><c01><did><unitdate normal="1905">1905</unitdate></did></c01></dsc>
<controlaccess><corpname>Orr Mills</corpname></controlaccess></archdesc></ead>`

test('EAD 2002: the whole and its series are collections, files and items are items', async () => {
  const { tables, sheets } = await aidOf(AID)
  expect(tables.map(({ program }) => program)).toEqual(['EAD (collections)', 'EAD (items)'])
  expect(sentencesOf(tables[0]!)).toEqual([
    'Sheet “collections”: What the finding aid says about its own file (its header) is left out.',
  ])
  expect(sheets['collections']).toEqual([
    {
      ...{ id: 'aid-7#s1', unittitle: 'Letters', level: 'series', parent: 'aid-7', hierarchy: 'series' },
      scopecontent: 'Scope\nOf the mill.\nAnd home.',
    },
    {
      ...{ id: 'aid-7', unittitle: 'Orr papers', level: 'fonds', hierarchy: 'fond', unitid: 'F 7' },
      ...{ 'unitdate normal': '1890', 'unitdate end': '1910', 'unitdate (text)': '1890-1910' },
      ...{ 'physdesc extent': '3 boxes', 'origination persname': 'Orr, Cyrus', 'controlaccess corpname': 'Orr Mills' },
    },
  ])
  expect(sheets['items']).toEqual([
    {
      ...{
        id: 'aid-7#s1.1.1',
        unittitle: 'Letter of May',
        level: 'item',
        collection: 'aid-7#s1',
        'part of': 'To Ada Ross',
      },
      ...{ 'dao file': 'letters/1.jpg', 'dao href': 'https://example.org/2' },
    },
    {
      ...{
        id: 'aid-7#s1.1',
        unittitle: 'To Ada Ross',
        level: 'file',
        container: 'box 1\nfolder 2',
        unitdate: 'c. 1901',
      },
      ...{ 'controlaccess persname': 'Ross, Ada', 'controlaccess subject': 'Mills' },
      ...{ 'controlaccess geogname': 'Goderich', collection: 'aid-7#s1' },
    },
    { id: 'aid-7.2', unittitle: '1905', 'unitdate normal': '1905', collection: 'aid-7' },
  ])
})

test('EAD3: structured dates, parts of names and codes of languages', async () => {
  const { sheets } = await aidOf(
    `<ead xmlns="http://ead3.archivists.org/schema/"><control><recordid>r1</recordid></control><archdesc level="collection"><did><unittitle>Papers</unittitle></did><dsc><c level="item"><did><unittitle>A photo</unittitle>
    <unitdatestructured><daterange><fromdate standarddate="1901">1901</fromdate><todate standarddate="1905-06">June 1905</todate></daterange></unitdatestructured>
    <langmaterial><language langcode="eng"/></langmaterial></did><controlaccess><persname><part>Ross, Ada</part><part localtype="date">1871-1940</part></persname></controlaccess></c></dsc></archdesc></ead>`,
  )
  expect(sheets['items']).toEqual([
    {
      ...{ id: 'r1.1', unittitle: 'A photo', level: 'item', collection: 'r1', 'langmaterial language': 'eng' },
      ...{ 'unitdate normal': '1901', 'unitdate end': '1905-06', 'unitdate (text)': '1901-June 1905' },
      'controlaccess persname': 'Ross, Ada, 1871-1940',
    },
  ])
})
