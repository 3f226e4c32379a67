import { ITEM_TYPES, type ItemType } from '#contract/item.ts'
import { searchText } from '../search/search-text.ts'

/** What catalogues call our types, folded. Vocabularies: DCMI Type, AAT, Nomenclature, MARC. */
const SYNONYMS: Record<ItemType, string> = {
  photograph:
    'photo, photos, photographs, photographic print, photographic prints, print photographic, still image, stillimage, image, images, picture, negative, negatives, negative film, slide, slides, transparency, tintype, ambrotype, daguerreotype, carte de visite, cdv, cabinet card, cabinet photograph, stereograph, stereocard, stereo card, glass plate, glass negative, lantern slide, snapshot, portrait, album photograph, aerial photograph, digital image, print',
  postcard: 'postcards, post card, post cards, picture postcard, real photo postcard, rppc, card postal',
  event: 'events, exhibition, festival, ceremony',
  video: 'videos, moving image, movingimage, film, motion picture, movie, vhs, home movie',
  oral_history:
    'oral histories, interview, interviews, sound, audio, sound recording, audio recording, recording, oral history interview',
  object:
    'objects, artifact, artefact, artifacts, artefacts, physical object, physicalobject, three dimensional object, tool, clothing, costume, textile, furniture, painting, art, sculpture, medal, badge, toy',
  newspaper:
    'newspapers, newspaper clipping, clipping, clippings, newspaper issue, periodical, magazine, serial, journal',
  paper_record:
    'paper records, text, texts, document, documents, letter, letters, correspondence, manuscript, manuscripts, map, maps, cartographic, book, books, pamphlet, brochure, booklet, ledger, minutes, deed, certificate, diary, report, record, records, program, programme, poster, broadside, receipt, invoice, ephemera, drawing, blueprint, plan, scrapbook, invitation, ticket, form, music, sheet music, archive, archives, library, dataset',
}
const KNOWN = new Map(
  ITEM_TYPES.flatMap((type) =>
    [type.replaceAll('_', ' '), ...SYNONYMS[type].split(', ')].map((word): [string, ItemType] => [word, type]),
  ),
)

/** The type of an item that another catalogue calls “Still Image” or “Photograph, Carte-de-visite”, or undefined. */
export function readItemType(written: string): ItemType | undefined {
  const whole = searchText(written)
  const parts = written.split(/[,;:|/>]|--/).map((part) => searchText(part))
  const found = [whole, ...parts].map((part) => KNOWN.get(part)).find((type) => type !== undefined)
  return found ?? KNOWN.get(whole.split(' ').at(-1) ?? '')
}
