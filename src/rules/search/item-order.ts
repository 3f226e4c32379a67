/** Rows with a picture, then the others, each in the order that they had: what `sort=pictures` is in the API. */
export const picturesFirst = <Row>(rows: readonly Row[], isPictured: (row: Row) => boolean): Row[] => [
  ...rows.filter(isPictured),
  ...rows.filter((row) => !isPictured(row)),
]
