/** Every sentence a user reads that the spec fixes, to the letter. Spec sections in brackets. */

/** Generic field rules [§5]. */
export const FIELD = {
  required: 'This field is required',
  email: 'Invalid email',
  password: 'Password must contain at least one capital letter, lowercase letter, and number.',
  passwordMatch: 'Passwords do not match',
  minimum: (n: number) => `This field must be at least ${n} characters long`,
  maximum: (n: number) => `This field must be no longer than ${n} characters long`,
  emailInUse: 'This email is already in use!',
} as const

/** Forms [§5]. */
export const FORM = {
  itemType: 'Add an item type',
  itemDescription: 'Add a description of your item',
  collectionName: 'Include a name for your collection.',
  collectionDescription: 'Add a description of your collection',
  subjectName: 'Include a name for your subject.',
  subjectDescription: 'Add a description of your subject.',
  organizationName: 'Include a name for your organization.',
  organizationDescription: 'Add a description of your organization',
  personFirstName: 'Include a first name.',
  personSurname: 'Include a surname.',
  rangeEnd: 'End of date range must be later than the start date.',
  rangeStart: 'Start of date range must be earlier than the end date.',
} as const

/** Tags [§5]. */
export const TAG = {
  organization: 'You have already added this organization tag',
  person: 'You have already added this person tag',
  subject: 'You have already added this subject tag',
} as const

/** The error catalogue [§8]. */
export const ERROR = {
  login: 'Invalid login!',
  loginPage: 'Invalid login credentials! Re-enter your username and/or password.',
  identifierInUse: 'This archival ID is already in use!',
  urlInUse: 'This URL is already being used in another item!',
  unauthorized: 'Invalid user credentials!',
  submit: 'An error occurred! Please find and correct the error before you submit.',
  imageUpload: 'There was an error adding your image! Please try uploading your item again.',
  submitted:
    'Your item was successfully added to our records. Once one of our cataloguers reviews the item, it will be displayed on our website.',
} as const

/** Empty states [§2]. */
export const EMPTY = {
  zoneUnselected: 'Click on an area or lot on the map to view historic items from that location.',
  zoneItems: 'No items associated with this zone.',
  locationDescription: 'No description for this location.',
  heritageRegistry: 'Not registered under the Ontario Heritage Act Section IV',
  heritage: 'No heritage information for this property',
  plaques: 'No plaques on this property',
  biography: 'No biography for this person.',
  organizationDescription: 'No description for this organization.',
  spouse: 'No spouse',
  parents: 'No parents.',
  siblings: 'No siblings.',
  children: 'No children.',
  // The spec is silent on these; they follow its wording.
  personItems: 'No items associated with this person.',
  organizationItems: 'No items associated with this organization.',
  ownership: 'No land ownership recorded.',
  employment: 'No employment recorded.',
  organizations: 'No organizations at this location.',
  premises: 'No locations recorded for this organization.',
  employees: 'No people recorded for this organization.',
  outline: 'The outline of this location is not known yet.',
} as const

/** The map's label [§2]. */
export const MAP_LABEL = { hover: 'Hover over a location', loading: 'Loading...' } as const

/** What the API says when it refuses (design.md: the Django REST convention). */
export const API = {
  notFound: 'Not found.',
  badToken: 'Given token not valid for any token type',
  badLogin: 'No active account found with the given credentials',
  unauthenticated: 'Authentication credentials were not provided.',
  forbidden: 'You do not have permission to perform this action.',
  badJson: 'The body is not JSON in UTF-8.',
  noSuchRecord: (id: number | string) => `Invalid pk "${id}" - object does not exist.`,
  versionNeeded: 'An If-Match header must name the version that was read.',
  changedMeanwhile: 'Somebody else has changed this record since it was read.',
  throttled: (seconds: number) => `Request was throttled. Expected available in ${seconds} seconds.`,
  busy: 'The archive is busy with a large change. Try again in a moment.',
  badLink: 'This link is not valid any more. Ask for a new one.',
  keyReused: 'This Idempotency-Key was used for another request.',
  badKey: 'An Idempotency-Key has 1 to 200 visible characters.',
  methodNotAllowed: (method: string) => `Method "${method}" not allowed.`,
  serverError: 'A server error occurred.',
  badAddress: 'The address cannot be read.',
} as const

const mega = (value: number) => (value / 1e6).toFixed(value < 1e7 ? 1 : 0)
/** Why a picture is not taken in. */
export const PICTURE = {
  empty: 'The file is empty.',
  unreadable: 'This is not a picture that can be read. JPEG, PNG, WebP, AVIF, TIFF and GIF are taken.',
  kind: 'This kind of file is not taken. JPEG, PNG, WebP, AVIF, TIFF and GIF are.',
  svg: 'SVG drawings are not taken, because they can hold programs. Save it as PNG.',
  pdf: 'PDF files are not taken. Save each page as JPEG, PNG or TIFF.',
  heic: 'HEIC pictures cannot be read here. Save it as JPEG (on an iPhone: Settings, Camera, Formats, Most Compatible).',
  broken: 'The picture is damaged or cut off: it cannot be read to its end.',
  pixels: (width: number, height: number, most: number) =>
    `The picture has ${mega(width * height)} million pixels (${width} by ${height}); at most ${mega(most)} million are taken.`,
  bytes: (bytes: number, most: number) => `The file has ${mega(bytes)} MB; at most ${mega(most)} MB are taken.`,
} as const
