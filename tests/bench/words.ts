/** What the generated archive is written with. */
const list = (words: string): string[] => words.split(/\s+/)

export const WORDS = list(`harbour mill church bridge street wagon orchard school station lighthouse fishing boat winter
  parade wedding picnic band fire brigade council market barrel cooper blacksmith bakery hotel stable garden fence
  veranda brick chimney steeple organ choir ledger receipt deed survey letter postcard portrait family reunion
  regatta skating hockey curling bicycle motor tractor threshing harvest barn silo cheese factory creamery salt well
  evaporator railway platform telegraph telephone exchange power house dam flour grain elevator schooner steamer
  dock pier breakwater beach cottage tent pavilion dance hall theatre library reading room lodge banner uniform
  regiment memorial cenotaph cemetery monument stone inscription crest medal ribbon quilt loom spinning wheel kettle
  stove lamp lantern clock watch violin piano gramophone camera album frame negative print proof map plan sketch`)

/**
 * A vocabulary as texts have one: a few words everywhere, thousands seldom. Those of WORDS first, then pairs of them
 * (`harbourmill`); pick with a bias to the front.
 */
export const VOCABULARY = [
  ...WORDS,
  ...WORDS.flatMap((first, at) => WORDS.filter((_, other) => (at + other) % 3 === 0).map((second) => first + second)),
]

export const PLACES = list(`King_Street Queen_Street Mill_Road Harbour_Street Church_Street Shore_Road Station_Street
  Orchard_Lane Bluff_Road Market_Square Victoria_Street Albert_Street Concession_Road Lake_Road Bridge_Street`).map(
  (name) => name.replace('_', ' '),
)

export const SURNAMES =
  list(`McAllister Fraser Campbell Whitfield Hartley Okafor Dubois Lefebvre Müller Schmidt Kowalski
  O’Brien Doyle Sutherland Cameron Baxter Thornton Pemberton Ashworth Grenier Tremblay Vandenberg Jansen Rossi Ferrari
  Nakamura Chen Singh Ivanov Horváth Lindqvist Østergaard Peltier Wabegijig Shawanda Trudeau Beaver Brant Hill`)

export const FIRST_NAMES = list(`Margaret William Isabella Thomas Janet Hugh Catherine James Mary Robert Elizabeth John
  Agnes Alexander Flora Duncan Sarah George Ellen Henry Charlotte Edward Alice Albert Edith Walter Florence Arthur
  Beatrice Frederick Winifred Herbert Marie Joseph Thérèse Louis Anna Karl Helena Stanisław`)
