import { expect, test } from 'vitest'
import { guessMapping } from '#rules/import/guess-mapping.ts'
import { TARGETS } from '#contract/import-mapping.ts'
import { GUESSES } from '#server/mapping/presets.ts'

const guess = (headings: string) => guessMapping({ table: 'x.csv', headings: headings.split(',') }, GUESSES)

/** Headings of exports, by the programs' documentation and code, and by public files. */
test.each([
  [
    'CollectionBuilder',
    'objectid,parentid,title,creator,date,date_is_approximate,description,location,latitude,longitude,source,type,format,rights,rightsstatement,display_template,object_location,image_small,image_thumb',
    { objectid: 'key', parentid: 'parent', date_is_approximate: 'circa', image_thumb: 'leave' },
  ],
  [
    'Omeka Classic',
    'Item Id,Item URI,Dublin Core:Title,Dublin Core:Type,Dublin Core:Coverage,Item Type Metadata:Building Stories,Item Type Metadata:Roof Height,Item Type Metadata:County,Item Type Metadata:Elev_f,Item Type Metadata:Race,Item Type Metadata:Architect,Item Type Metadata:Location,tags,file,itemType,collection,public,featured',
    { 'Item Id': 'key', 'Dublin Core:Coverage': 'location', 'Item Type Metadata:Location': 'location' },
  ],
  [
    'Omeka S',
    'o:id,url,o:resource_class,o:item_set/dcterms:title,o:media/original_url,dcterms:title,dcterms:created',
    { 'o:item_set/dcterms:title': 'collection', 'o:media/original_url': 'file', 'dcterms:created': 'date_start' },
  ],
  [
    'CONTENTdm',
    'Title/Name,Creator,Date Created,Subjects,Genre,Rights,OCLC number,Date created,Date modified,Reference URL,CONTENTdm number,CONTENTdm file name,CONTENTdm file path',
    {
      ...{ 'Title/Name': 'title', 'Date Created': 'date_start', 'Date created': 'leave', 'CONTENTdm number': 'key' },
      ...{ 'Reference URL': 'old_url', 'CONTENTdm file name': 'file', Genre: 'type' },
    },
  ],
  [
    'PastPerfect 5',
    'OBJECTID,OBJNAME,CAT,TITLE,DESCRIP,PHTGRAPHER,PARENT,GPARENT,RECFROM,HOMELOC,UDF1,UDF2,UDF3,UDF4,UDF5',
    { PHTGRAPHER: 'creator', PARENT: 'notes', RECFROM: 'provenance', UDF1: 'notes' },
  ],
  [
    'CatalogIt',
    'CIT ID,Name/Title,Entry/Object ID,Description,Classification,Create Date,Created By',
    { 'Entry/Object ID': 'key', 'Name/Title': 'title', 'CIT ID': 'notes', 'Created By': 'leave' },
  ],
  [
    'CollectiveAccess',
    'ca_objects.idno,ca_objects.preferred_labels.name,ca_objects.type_id,ca_entities',
    { 'ca_objects.idno': 'key', 'ca_objects.type_id': 'type' },
  ],
  ['Dublin Core', 'dc:title,dc:creator,dc:identifier,dc:rights,dc:date,dc:format', { 'dc:identifier': 'key' }],
])('an export of %s', (program, headings, columns) => {
  const { preset, mapping } = guess(headings)
  expect(preset).toBe(program)
  expect(mapping.columns).toMatchObject(columns)
})

test('presets name only what columns can become', () => {
  for (const { name, list, columns } of GUESSES.presets) {
    const targets = new Set<string>([...TARGETS, ...(list === '' ? [] : GUESSES.columnsOf(list))])
    expect([name, Object.values(columns).filter((target) => !targets.has(target))]).toEqual([name, []])
  }
})

test('a list of the society is none of a program, and its headings are read in parts', () => {
  const { preset, mapping } = guess(
    'Accession #,Object Name,Title/Caption,People in photo (L to R),Keywords,Approx?,Who',
  )
  expect(preset).toBeUndefined()
  expect(mapping).toMatchObject({
    columns: {
      ...{ 'Accession #': 'key', 'Object Name': 'type', 'Title/Caption': 'title', 'Approx?': 'circa' },
      ...{ 'People in photo (L to R)': 'people', Keywords: 'subject', Who: 'notes' },
    },
    commas: ['Keywords'],
  })
})
