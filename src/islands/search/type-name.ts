/** `paper_record` as people write it: Paper record. Empty for none. */
export const typeName = (type: string) => (type === '' ? '' : type[0]!.toUpperCase() + type.slice(1).replaceAll('_', ' '))
