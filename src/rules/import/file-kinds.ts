/** What files of an import are by their names; the server looks inside, too. */
const TABLE = /\.(?:csv|tsv|tab|txt|xlsx?|xlsm|numbers|ods|fods|json|geojson|ged|gedcom|gdz|shp|kml|kmz|gpkg|xml)$/i
const PICTURE = /\.(?:jpe?g|png|tiff?|webp|avif|heic|gif)$/i
/** Documents and recordings are kept whole. */
const WHOLE = /\.(?:pdf|mp3|m4a|aac|og[ga]|opus|flac|wav|mp4|m4v|webm)$/i

export const isTable = (path: string): boolean => TABLE.test(path)
export const isWhole = (path: string): boolean => WHOLE.test(path)
export const isPicture = (path: string): boolean => PICTURE.test(path) || WHOLE.test(path)
/** Of a Shapefile, read with its .shp. */
export const isCompanion = (path: string): boolean => /\.(?:shx|dbf|prj|cpg|qpj|qix|sb[nx]|shp\.xml)$/i.test(path)
export const isZip = (path: string): boolean => /\.zip$/i.test(path)

/** What systems and editors leave in folders; nobody means it. @param path with `/` */
export const isHidden = (path: string): boolean =>
  /(?:^|\/)(?:\.|~\$|__MACOSX(?:\/|$)|Icon\r$|thumbs\.db$|desktop\.ini$)/i.test(path)
