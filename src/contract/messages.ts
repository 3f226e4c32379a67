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
  entries: (n: number) => `This list must have no more than ${n} entries.`,
  wholeNumber: 'A whole number is needed.',
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
  notObject: 'The body must be a JSON object.',
  noSuchField: 'There is no such field.',
  badValue: 'This value is not one that is taken here.',
  oneLayer: 'One layer is needed, named for each colour: r:0=4,g:0=4,b:0=4.',
  onlyTransparent: 'Only 0 is taken: where a map has no data, nothing is drawn.',
  badMediaType: 'The body must be JSON, sent with Content-Type: application/json.',
  tooLarge: 'The request is too large. Text may have 2 MB in all; pictures are sent one by one.',
  tooSlow: 'The request did not arrive in time.',
  badRequest: 'The request cannot be read.',
  noSuchRecord: (id: number | string) => `Invalid pk "${id}" - object does not exist.`,
  namesItself: 'A record cannot name itself.',
  circle: 'This would make a circle: the record lies below this one already.',
  ownParent: 'A person cannot be their own parent.',
  ownAncestor: 'This would make somebody their own ancestor.',
  parentAlready: 'This person is recorded as a parent already.',
  versionNeeded: 'An If-Match header must name the version that was read.',
  changedMeanwhile: 'Somebody else has changed this record since it was read.',
  scansAreSent: 'A scan comes with its picture: add it to its item with POST /api/scans/create/.',
  picturesAreSent: 'A picture of a person comes with its file: add it with POST /api/people/images/create/.',
  lotTaken: 'There is a lot with this number already.',
  lotNumberStays: 'The number of a lot stays as it is. Add a lot with the new number and remove this one.',
  staysInArchive:
    'This record is not removed from the archive. A cataloguer can discard it while it is a draft, or take it back when it is published.',
  stillNamed: (label: string) => `“${label}” cannot be removed while other records name it.`,
  throttled: (seconds: number) => `Request was throttled. Expected available in ${seconds} seconds.`,
  busy: 'The archive is busy with a large change. Try again in a moment.',
  wrongPassword: 'Invalid password.',
  lastAdministrator: 'This is the only administrator who can log in. Make somebody else an administrator first.',
  accountDisabled: 'This account is disabled. Enable it first.',
  manyLogins: 'Many people are logging in at the moment. Try again in a moment.',
  badLink: 'This link is not valid any more. Ask for a new one.',
  keyReused: 'This Idempotency-Key was used for another request.',
  badKey: 'An Idempotency-Key has 1 to 200 visible characters.',
  methodNotAllowed: (method: string) => `Method "${method}" not allowed.`,
  serverError: 'A server error occurred.',
  badAddress: 'The address cannot be read.',
} as const

/** Why a step of the review is not taken. `label` is what a record is called. */
export const REVIEW = {
  published: (label: string) => `“${label}” is published. Take it back before you do this.`,
  discarded: (label: string) => `“${label}” was discarded. Put it back into the queue before you do this.`,
  notPublished: (label: string) => `“${label}” is not published.`,
  namesDiscarded: (label: string, named: string) =>
    `“${label}” cannot be published: it names “${named}”, which was discarded. Put that back into the queue, or take it off.`,
  isNamed: (label: string, by: readonly string[], more: number) =>
    `“${label}” cannot be discarded: ${by.map((each) => `“${each}”`).join(', ')}${more > 0 ? ` and ${more} more` : ''} ${by.length + more === 1 ? 'names' : 'name'} it.`,
} as const

const mega = (value: number) => (value / 1e6).toFixed(value < 1e7 ? 1 : 0)
/** As SCAN_MAX_MB counts, so that the sentence names the limit that the society chose. */
const megabytes = (bytes: number) => (bytes / 2 ** 20).toFixed(bytes < 10 * 2 ** 20 ? 1 : 0)
/** Why a picture is not taken in. */
export const PICTURE = {
  empty: 'The file is empty. Please choose it again, or another one.',
  unreadable: 'This is not a picture that can be read. JPEG, PNG, WebP, AVIF, TIFF and GIF are taken.',
  kind: 'This kind of file is not taken. JPEG, PNG, WebP, AVIF, TIFF and GIF are.',
  svg: 'SVG drawings are not taken, because they can hold programs. Save the drawing as PNG.',
  pdf: 'PDF files are not taken. Save each page as JPEG, PNG or TIFF.',
  heic: 'HEIC pictures cannot be read here. Save the picture as JPEG (on an iPhone: Settings, Camera, Formats, Most Compatible).',
  broken: 'The picture is damaged or cut off: it cannot be read to its end. Please save or scan it once more.',
  pixels: (width: number, height: number, most: number) =>
    `The picture has ${mega(width * height)} million pixels (${width} by ${height}); at most ${mega(most)} million are taken.`,
  bytes: (bytes: number, most: number) =>
    `The file has ${megabytes(bytes)} MB; at most ${megabytes(most)} MB are taken.`,
  tooManyBytes: (most: number) => `The file is too large; at most ${megabytes(most)} MB are taken.`,
  none: 'No picture was sent. It belongs in the field “image” of the form.',
  oneFile: 'One picture at a time: the form must hold one file, in the field “image”.',
  slow: 'It takes too long to read this picture. Save it as JPEG and try again.',
} as const
/** Why an upload is not taken. */
export const UPLOADS = {
  badForm: 'The form cannot be read: it is damaged or cut off.',
  noForm: 'A form with a file is needed (multipart/form-data).',
  tooMany: 'Too many pictures are being sent at once. Try again in a moment.',
  diskFull: 'The archive has no room left for pictures. Tell the society, and try again later.',
} as const
