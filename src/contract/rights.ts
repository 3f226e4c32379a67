const RS = 'http://rightsstatements.org/vocab/'
const CC = 'https://creativecommons.org/'

/** What may be said of the rights in an item, by URI, with its official title: RightsStatements.org 1.0 and Creative Commons. */
export const RIGHTS: Readonly<Record<string, string>> = {
  [`${RS}InC/1.0/`]: 'In Copyright',
  [`${RS}InC-OW-EU/1.0/`]: 'In Copyright - EU Orphan Work',
  [`${RS}InC-EDU/1.0/`]: 'In Copyright - Educational Use Permitted',
  [`${RS}InC-NC/1.0/`]: 'In Copyright - Non-Commercial Use Permitted',
  [`${RS}InC-RUU/1.0/`]: 'In Copyright - Rights-holder(s) Unlocatable or Unidentifiable',
  [`${RS}NoC-CR/1.0/`]: 'No Copyright - Contractual Restrictions',
  [`${RS}NoC-NC/1.0/`]: 'No Copyright - Non-Commercial Use Only',
  [`${RS}NoC-OKLR/1.0/`]: 'No Copyright - Other Known Legal Restrictions',
  [`${RS}NoC-US/1.0/`]: 'No Copyright - United States',
  [`${RS}CNE/1.0/`]: 'Copyright Not Evaluated',
  [`${RS}UND/1.0/`]: 'Copyright Undetermined',
  [`${RS}NKC/1.0/`]: 'No Known Copyright',
  [`${CC}publicdomain/mark/1.0/`]: 'Public Domain Mark 1.0 Universal',
  [`${CC}publicdomain/zero/1.0/`]: 'CC0 1.0 Universal',
  [`${CC}licenses/by/4.0/`]: 'CC BY 4.0: Attribution 4.0 International',
  [`${CC}licenses/by-sa/4.0/`]: 'CC BY-SA 4.0: Attribution-ShareAlike 4.0 International',
  [`${CC}licenses/by-nc/4.0/`]: 'CC BY-NC 4.0: Attribution-NonCommercial 4.0 International',
  [`${CC}licenses/by-nc-sa/4.0/`]: 'CC BY-NC-SA 4.0: Attribution-NonCommercial-ShareAlike 4.0 International',
  [`${CC}licenses/by-nd/4.0/`]: 'CC BY-ND 4.0: Attribution-NoDerivatives 4.0 International',
  [`${CC}licenses/by-nc-nd/4.0/`]: 'CC BY-NC-ND 4.0: Attribution-NonCommercial-NoDerivatives 4.0 International',
}
