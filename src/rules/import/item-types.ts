import { ITEM_TYPES, type ItemType } from '#contract/item.ts'
import { searchText } from '../search/search-text.ts'

/** What catalogues call our types, folded. Vocabularies: DCMI Type, AAT, Nomenclature, MARC. */
const SYNONYMS: Record<ItemType, string> = {
  photograph:
    'photo, photographs, photographic print, photographic prints, print photographic, still image, stillimage, image, images, picture, negative, negatives, negative film, slide, slides, transparency, tintype, ambrotype, daguerreotype, carte de visite, cdv, cabinet card, cabinet photograph, stereograph, stereocard, stereo card, glass plate, glass negative, lantern slide, snapshot, portrait, album photograph, aerial photograph, digital image, print, cyanotype, photomechanical print, contact sheet, photographic slide, stereoscopic photograph',
  postcard: 'postcards, post card, post cards, picture postcard, real photo postcard, rppc, card postal',
  event: 'events, exhibition, festival, ceremony',
  video: 'videos, moving image, movingimage, film, motion picture, movie, vhs, home movie',
  oral_history:
    'oral histories, interview, interviews, sound, audio, sound recording, audio recording, recording, oral history interview',
  object:
    'objects, artifact, artefact, artifacts, artefacts, physical object, physicalobject, three dimensional object, tool, clothing, costume, textile, furniture, painting, art, sculpture, medal, badge, toy, three dimensional objects, realia, chair, table, lamp, dress, hat, shoe, uniform, quilt, flag, sign, bottle, jug, vase, plate, coin, button, pin, doll, clock, radio, camera, typewriter, machine, instrument, basket, box, knife, sword, rifle, jewelry, jewellery',
  newspaper:
    'newspapers, newspaper clipping, clipping, clippings, newspaper issue, periodical, magazine, serial, journal',
  paper_record:
    'paper records, text, texts, document, documents, letter, letters, correspondence, manuscript, manuscripts, map, maps, cartographic, book, books, pamphlet, brochure, booklet, ledger, minutes, deed, certificate, diary, report, record, records, program, programme, poster, broadside, receipt, invoice, ephemera, drawing, blueprint, plan, scrapbook, invitation, ticket, form, music, sheet music, notated music, notebook, notice, telegram, chart, atlas, yearbook, catalog, catalogue, directory, thesis, article, advertisement, flyer, flier, handbill, ration book, trade card, greeting card, valentine, card, speech, essay, poem, contract, will, bond, stock certificate, membership card, calendar, handbook, archival material, textual record, architectural drawing, archive, archives, library, dataset',
}
const KNOWN = new Map(
  ITEM_TYPES.flatMap((type) =>
    [type.replaceAll('_', ' '), ...SYNONYMS[type].split(', ')].map((word): [string, ItemType] => [word, type]),
  ),
)

/** The catalogs of PastPerfect. */
const CATALOGS: Record<string, ItemType> = { p: 'photograph', o: 'object', a: 'paper_record', l: 'paper_record' }

const known = (word: string) =>
  KNOWN.get(word) ?? KNOWN.get(word.replace(/ies$/, 'y')) ?? KNOWN.get(word.replace(/s$/, ''))

/** `dctype:StillImage` is StillImage. */
const withoutPrefix = (written: string) => written.trim().replace(/^(?:dctype|dcmitype|bibo|schema|dcterms):/i, '')

/** True for what DCMI calls nearly all of an archive: another column may say more. */
export const isGeneralType = (written: string): boolean =>
  /^(?:still ?|moving ?)?images?\b|^sounds?\b|^texts?\b|^(?:physical ?)?objects?\b|^[poal]$/i.test(
    withoutPrefix(written),
  )

/** The type of an item that another catalogue calls “Still Image” or “Photograph, Carte-de-visite”, or undefined. */
export function readItemType(written: string): ItemType | undefined {
  const whole = searchText(withoutPrefix(written))
  if (CATALOGS[whole]) return CATALOGS[whole]
  const parts = written.split(/[,;:|/>]|--/).map((part) => searchText(part))
  const found = [whole, ...parts].map(known).find((type) => type !== undefined)
  return found ?? known(whole.split(' ').at(-1) ?? '')
}
