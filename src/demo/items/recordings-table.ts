type EventRow = [date: number, until: number | null, title: string, text: string, subject: string, place: string, orgs: string[]]

/** What happened in town, by day or, with 00, by year. */
export const EVENTS: EventRow[] = [
  [18350616, null, 'First sale of town lots', 'Forty-one lots were knocked down from a stump at what became the Market Square. Nine were paid for.', 'landsales', 'square', ['estate']],
  [18360900, null, 'The first dam', 'Alexander Harkness closed the Maskinonge with a crib dam of tamarack. It went out in April and was closed again.', 'milling', 'mill', ['brannock-mill']],
  [18430604, null, "Consecration of St. Brendan's", 'The bishop came by schooner and was rowed in by Nodin Giiwedin, who declined the sermon.', 'churches', 'st-brendan', ['st-brendan']],
  [18490700, 18490900, 'Cholera summer', 'Thirty-one burials in nine weeks; the new ground on Maitland Hill was opened by lantern.', 'epidemics', 'cemetery', []],
  [18500101, null, 'Incorporation as a village', 'First council met in the bar parlour and adjourned to it.', 'council', 'commercial-hotel', ['council', 'commercial']],
  [18580922, 18580923, 'First fall fair on the new ground', 'Best bull: Macquarrie. Best cheese: disputed.', 'fairs', 'fairground', ['fair']],
  [18660603, null, 'The Fenian scare', 'Sixty men mustered with forty rifles. The drill shed was up by the fourteenth.', 'fenian', 'armoury', []],
  [18731108, null, 'The piers carried away', 'Both crib piers went in a north-west gale. The Orkney Lass was found in the King Street sand with her stove still lit.', 'storms', 'harbour', ['harbour-board']],
  [18760701, null, 'Opening of the railway', 'Two bands, three speeches and no return train.', 'railway', 'station', ['grand-trunk', 'band']],
  [18820518, null, 'Opening of the Royal Opera House', 'Six hundred seats, of which eleven see nothing.', 'theatre', 'opera-house', ['opera']],
  [18871100, null, 'The second temperance vote', 'Dry by fourteen. The count was taken twice, with refreshments between.', 'temperance', 'opera-house', ['wctu', 'council']],
  [18910101, null, 'Brannock Bay becomes a town', 'Proclaimed at noon on the steps of the Opera House.', 'council', 'opera-house', ['council']],
  [18961009, 18961010, 'The mill fire', 'Fire began in the smutter room about nine. By midnight the roof was in; by morning the town had fed four hundred in the Methodist basement. Nobody died. Everybody blamed somebody.', 'millfire', 'mill', ['harkness-mill', 'fire']],
  [18970906, null, 'The mill grinds again', 'Stone walls, roller mills, and the same name over the door.', 'milling', 'mill', ['harkness-mill']],
  [19070928, null, 'Mariners win the Intermediate title', 'Seven to six at Mitchell. The return train was met by every horn in town.', 'lacrosse', 'fairground', ['lacrosse']],
  [19081112, null, 'Carnegie Library opened', 'First book out: a treatise on drainage, overdue since.', 'libraries', 'library', ['library']],
  [19131109, 19131110, 'The Great Storm', 'Sixteen hours of hurricane wind with snow. The harbour light was dark from two until six; the keeper’s daughter kept a lamp in the lee window.', 'storms', 'lighthouse', ['harbour-board']],
  [19140817, null, 'First contingent leaves', 'Forty-one men, the Citizens’ Band, and a very long whistle.', 'firstwar', 'station', ['grand-trunk', 'band']],
  [19181014, 19181120, 'The influenza', 'Schools and halls closed by order. Sister Marie-Ange ran the Opera House ward with two Guides and a plumber.', 'epidemics', 'opera-house', ['opera']],
  [19210701, null, 'Lakeside Pavilion opens', 'Eleven hundred tickets and a floor of Georgia pine.', 'dancing', 'beach', ['pavilion']],
  [19221105, null, 'Unveiling of the cenotaph', 'Thirty-four names.', 'memorials', 'square', ['council']],
  [19260812, null, 'The vinegar trial', 'Case dismissed when the exhibit was found to be vinegar. The prosecution had brought it overnight by way of the Commercial Hotel.', 'rumrunning', 'post-office', ['commercial', 'council']],
  [19340601, null, 'The farmers buy the mill', 'Receiver’s sale, two hundred and twelve shares.', 'milling', 'mill', ['lakeside-milling']],
  [19450508, null, 'Victory in Europe', 'Bells until the ropes gave out; Paris Café gave away its pie.', 'secondwar', 'square', ['cafe', 'council']],
  [19520318, null, 'The ice takes the Pavilion', 'It went out whole at noon on a sheet of blue ice, with the piano.', 'dancing', 'beach', ['pavilion']],
  [19550430, null, 'The last passenger train', 'The agent punched souvenir tickets until his hand cramped.', 'railway', 'station', ['grand-trunk']],
  [19670701, null, 'Centennial Day and a society', 'Nineteen people signed a sheet on the library steps.', 'heritage', 'library', ['society', 'library']],
  [19690930, null, 'The last lift of nets', 'The R. H. Thériault landed eighty-one pounds of whitefish and was sold.', 'lamprey', 'fishery', ['fishery']],
  [19790305, null, 'The Glass Block saved', 'Council reversed itself at ten past one in the morning, by one vote, to applause and coats.', 'restoration', 'square', ['council', 'conservancy']],
  [19890812, null, 'The rails are lifted', 'Taken up from the yard eastward in nine days; the station came to the Society two years later.', 'railway', 'station', ['society']],
]

/** A year, or the day that the film names. */
type VideoRow = [date: number, title: string, text: string, subject: string, place: string, code: string]

export const VIDEOS: VideoRow[] = [
  [1948, 'Summer reel: beach, dog, Pavilion', 'Eight-millimetre film, silent, four minutes; colour that has gone to rose.', 'bathing', 'beach', 'bbhs0000001'],
  [19550430, 'The last train, 30 April 1955', 'Sixteen-millimetre film of the agent, the crowd, and the smoke after.', 'railway', 'station', 'bbhs0000002'],
  [1956, 'The foundry chimney comes down', 'Filmed from the wrong side, and quickly.', 'foundry', 'foundry', 'bbhs0000003'],
  [1962, 'Lakeview House: the wrecking of the north wing', 'Silent film with somebody’s thumb.', 'hotels', 'lakeview-hotel', 'bbhs0000004'],
  [19670701, 'Centennial parade', 'Floats, Mounties, the Giiwedin hand drum, and forty children as provinces.', 'parades', 'square', 'bbhs0000005'],
  [1974, 'How to hang a gill net', 'A lesson on the floor of the net loft, uncut.', 'nets', 'fishery', 'bbhs0000006'],
  [1979, 'The council meeting of 5 March', 'Cable broadcast, five hours, abridged to the last twenty minutes.', 'restoration', 'opera-house', 'bbhs0000007'],
  [1986, 'A walk down Main Street', 'Every shop front, both sides, with the names of who was there before.', 'mainstreet', 'post-office', 'bbhs0000008'],
  [1991, 'Moving the Society into the station', 'Forty volunteers, one filing cabinet.', 'museum', 'station', 'bbhs0000009'],
  [1994, 'Bethel Chapel reopened', 'Service of rededication, with the choir from Chatham.', 'blackhistory', 'bme', 'bbhs0000010'],
  [2003, 'Poetry in the vault', 'Opening of the bookshop in the old bank.', 'stores', 'bank', 'bbhs0000011'],
  [2009, 'Names for the photographs', 'The Giiwedin family goes through two albums and corrects eleven captions.', 'anishinaabe', 'islands', 'bbhs0000012'],
  [2012, 'Gilchrist Hardware: the last Saturday', 'The rolling ladder’s last run.', 'stores', 'square', 'bbhs0000013'],
  [2015, 'Lecture: Rum, vinegar and the Commercial Hotel', 'With a demonstration of the cellar door.', 'rumrunning', 'commercial-hotel', 'bbhs0000014'],
  [2018, 'Lake levels, 1835 to now', 'An evening talk with three maps and a bucket.', 'harbour', 'harbour', 'bbhs0000015'],
]

/** Said in two interviews, by their subject: a question, then what was answered. */
export const VOICES: Record<string, string> = {
  rumrunning: `What did they give you to carry? Vinegar. I was nine, and it was always vinegar. You went down the cellar steps at the Commercial Hotel, and a man whose face you were not to know gave you a basket with a cloth on it. The cloth had come from a church. You walked, you did not run, because nobody runs with vinegar. If the constable said good evening you said good evening, and he took off his hat to the basket. My mother thought that I was at the piano. I had ten cents for a short way and a quarter for the lighthouse. Once I fell on the ice and the whole street smelled of it, and the minister stood at his window and breathed in. It came to a trial at last, and the bottle on the table was vinegar after all. They had to let everybody go. I never could eat a pickle since.`,
  lamprey: `When did you see that the fish were going? You did not see it. You saw the box. We used to fill eleven boxes with whitefish before breakfast, and then it was nine, and my father said that it was the wind. Then it was three. There was a mark on each of them, round, as if somebody had put down a glass. That was the lamprey. They sent a man from the ministry, who counted them, and we had counted them already. The hearing was at the county seat, and nobody there had wet boots. At the end there were three boats on the dock and one that went out. You can hang a net with your eyes shut, and I taught it to nobody, for what would they have hung? The last lift was eighty-one pounds. My uncle weighed it twice.`,
}

/** The first minutes of the society, line by line. */
export const MINUTES =
  `BRANNOCK BAY HISTORICAL SOCIETY|MINUTES OF THE FIRST MEETING, 1 JULY 1967||Held on the steps of the library, nineteen persons present.|The chair was taken because it was there.||1. NAME. Moved, that this be a historical society. Carried.|   Moved, that it be called after the town. Carried, after|   a discussion of which town.||2. FEES. One dollar a year. Persons with a barn, two.||3. THE FILING CABINET. A filing cabinet of four drawers was|   given by the council, with its key in the third drawer.|   Moved, that the third drawer be opened. Carried.||4. PHOTOGRAPHS. Members are asked to write on the back who|   it is, in pencil, before they forget. The secretary has|   forgotten eleven already.||5. THE PARADE. The society is to march between the band|   and the horses. The order is to be looked into.||6. THE MILL POND. A history of the mill pond was offered|   and accepted, and the meeting moved into the shade.|||||||||||||||MINUTES, CONTINUED||7. OTHER BUSINESS. A gentleman asked whether the future|   might be considered. Ruled out of order.||8. NEXT MEETING. First Tuesday, in the reading room, if|   the piano has been moved.||Adjourned at the first drop of rain.||   Signed: nineteen names, of which seventeen can be read.`.split(
    '|',
  )
