/** Every sentence that users and API clients read. Those with a section in brackets are fixed by the spec, to the letter. */

/** Generic field rules [§5]; those after `emailInUse` are ours. */
export const FIELD = {
  required: 'This field is required',
  email: 'Invalid email',
  password: 'Password must contain at least one capital letter, lowercase letter, and number.',
  passwordMatch: 'Passwords do not match',
  minimum: (n: number) => `This field must be at least ${n} characters long`,
  maximum: (n: number) => `This field must be no longer than ${n} characters long`,
  emailInUse: 'This email is already in use!',
  list: 'Enter a list.',
  entries: (n: number) => `This list can have at most ${n} entries.`,
  wholeNumber: 'Enter a whole number, such as 12.',
  text: 'Enter text.',
  brokenText: 'This text contains a broken character. Please type it again.',
  date: "We can't read this date. Use eight digits, YYYYMMDD, with 00 for an unknown month or day: 18900000.",
  yesOrNo: 'Choose true or false.',
  oneOf: (choices: readonly string[]) => `Choose one of: ${choices.join(', ')}.`,
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
  place: 'You have already added this place',
  subject: 'You have already added this subject tag',
} as const

/** The error catalogue [§8]. */
export const ERROR = {
  login: 'Invalid login!',
  loginPage: 'Invalid login credentials! Re-enter your username and/or password.',
  noAccounts:
    'This archive has no accounts yet. Create the first one on its machine: npm run archive -- account create EMAIL --name "YOUR NAME" --role administrator',
  identifierInUse: 'This archival ID is already in use!',
  urlInUse: 'This URL is already being used in another item!',
  unauthorized: 'Invalid user credentials!',
  submit: 'An error occurred! Please find and correct the error before you submit.',
  imageUpload: 'There was an error adding your image! Please try uploading your item again.',
  submitted:
    'Your item was successfully added to our records. Once one of our cataloguers reviews the item, it will be displayed on our website.',
  /** Spec §8: "a variant adds “with no images”". */
  submittedWithoutImages:
    'Your item was successfully added to our records with no images. Once one of our cataloguers reviews the item, it will be displayed on our website.',
} as const

/** A record that could not be loaded [§8]. */
export const LOAD_FAILED = {
  missing: (what: string) => `We couldn't find this ${what}. It may no longer be in the archive.`,
  unreachable: (what: string) => `We couldn't load this ${what}: the archive isn't answering. Please try again later.`,
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
  // The spec has no text for these; they follow its wording.
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

/** Errors of the API (the Django REST convention). */
export const API = {
  notFound: 'Not found.',
  badToken: 'Given token not valid for any token type',
  badLogin: 'No active account found with the given credentials',
  unauthenticated: 'Authentication credentials were not provided.',
  forbidden: 'You do not have permission to perform this action.',
  badJson: 'The request body is not valid JSON in UTF-8.',
  notObject: 'The request body must be a JSON object.',
  doubleKey: 'The request body contains the same field twice.',
  tooComplex: 'The request body has too many fields or values, or is nested too deeply.',
  noSuchField: 'There is no field with this name.',
  badValue: "This value doesn't have the expected format. Please check it.",
  oneLayer: 'Name the same layer for all three colours: r:0=4,g:0=4,b:0=4.',
  onlyTransparent: 'Only alpha=0 is supported: tiles are transparent where a map has no data.',
  badMediaType: 'Send the request body as JSON, with Content-Type: application/json.',
  tooLarge: 'The request is too large. Text can have up to 2 MB in total; send pictures one at a time.',
  tooSlow: 'The request took too long to arrive. Please try again.',
  badRequest: "The server can't read this request.",
  noSuchRecord: (id: number | string) => `Invalid pk "${id}" - object does not exist.`,
  mapNameTaken: (title: string) => `The archive has a map of that name: “${title}”. Choose another name.`,
  noneInStory: (word: string, id: unknown) =>
    `“::${word} ${String(id)}”: the archive has no ${word === 'map' ? 'old map of this name' : `${word} of this number`}.`,
  namesItself: 'A record cannot refer to itself.',
  circle: 'This would make a circle: that record is already below this one.',
  ownParent: 'A person cannot be their own parent.',
  ownAncestor: 'This would make somebody their own ancestor.',
  ownPredecessor: 'This would make a circle: that place came out of this one.',
  successor: (pk: number, reason: string) => `Place ${pk} came out of this one. ${reason}`,
  parentAlready: 'This person is already recorded as a parent.',
  versionNeeded:
    'Read the record first and send its ETag in the If-Match header, so that nobody changes or publishes what they have not seen.',
  changedMeanwhile: 'Somebody else has changed this record since you opened it.',
  settingsChanged: 'Somebody else has changed the settings since you opened them.',
  filesAreSent:
    'Documents are uploaded: use POST /api/scans/create/. Recordings are sent in parts: use POST /api/recordings/.',
  scansAreSent: 'Scans are uploaded together with their picture: use POST /api/scans/create/.',
  picturesAreSent: 'Pictures of people are uploaded with their file: use POST /api/people/images/create/.',
  authorAgrees: 'Only the person who sent this in can agree to be named.',
  lotTaken: 'There is already a lot with this number.',
  lotNumberStays: "A lot's number can't be changed. Add a lot with the new number and remove this one.",
  staysInArchive:
    "This record can't be removed. A cataloguer can discard it while it is a draft, or unpublish it once it is published.",
  stillNamed: (label: string) => `“${label}” can't be removed while other records refer to it.`,
  throttled: (seconds: number) => `Request was throttled. Expected available in ${seconds} seconds.`,
  manyReads: 'Many people are searching right now. Try again in a few seconds.',
  longRead: 'This search took too long. Try again, or search for something more specific.',
  busy: 'The archive is busy with a large update. Try again in a moment.',
  wrongPassword: 'Invalid password.',
  lastAdministrator: 'This is the only administrator who can log in. Make somebody else an administrator first.',
  ownAccount: "You can't disable your own account or change its role. Another administrator can.",
  accountDisabled: 'This account is disabled. Enable it first.',
  manyLogins: 'Many people are logging in right now. Try again in a few seconds.',
  badLink: 'This link no longer works. Ask for a new one.',
  keyReused: 'This Idempotency-Key was already used for a different request.',
  badKey: 'An Idempotency-Key must have 1 to 200 visible characters.',
  methodNotAllowed: (method: string) => `Method "${method}" not allowed.`,
  serverError: 'A server error occurred.',
  badAddress: "The server can't read this address.",
} as const

/** Storage failures. Paths and causes are in the log. */
export const STORAGE = {
  full: "The archive's disk is full. Nothing was saved; please try again later.",
  readOnly: "The archive's disk is read-only at the moment. Nothing was saved; please try again later.",
  noAccess: "The archive can't reach its files at the moment. Nothing was saved; please try again later.",
} as const
/** Problems that the health call reports, one sentence each. */
export const HEALTH = {
  diskFull: (percent: number) => `Less than ${percent} % of the disk is free. Make room before it is full.`,
  diskFailed: "The disk of the archive can't be read.",
  damaged: 'The database is damaged. Restore a backup.',
  databaseAway: "The database can't be reached.",
  databaseDenied:
    'The database refuses the archive: its name, the user or the password in DATABASE_URL is wrong. The log says more.',
  databaseFull: 'The disk of the database was full a moment ago: nothing could be saved. Make room.',
  replicaAway: "The read replica can't be reached. The main database answers instead.",
  replicaBehind: (seconds: number) =>
    `The read replica is ${seconds} seconds behind. The main database answers instead until it has caught up.`,
  replicaWrong: 'DATABASE_REPLICA_URL is no replica of this archive’s database. The main database answers instead.',
  clocks: (ahead: number) =>
    `The clock of the database is ${Math.abs(ahead)} seconds ${ahead > 0 ? 'ahead of' : 'behind'} the clock of this machine. Let both follow the time (timedatectl).`,
  readOnly: 'The pictures are on a read-only disk.',
  unreadable: "The archive's pictures can't be read.",
  mediaAway: "Pictures can't be stored: their disk or store does not answer, or refuses.",
  upgrading: 'The archive is being upgraded to a new version of Lotline. It is back in a few minutes.',
  stopping: 'This server is being stopped. Send new calls to another one.',
  storeDenied: 'The object store refuses the archive’s credentials, or has no such bucket. The log says more.',
  storeAway: "The object store of the pictures can't be reached, or is overloaded. The log says more.",
  storeFull: 'The object store of the pictures is full.',
  storeTroubled: 'The object store of the pictures is slow, or answers only after several attempts. The log says more.',
  buildsFail: (count: number, page: string | undefined) =>
    `The last ${count} builds of the site have failed${page ? ` because of ${page}` : ''}: visitors see the pages of before. The page “State” of the review desk says why.`,
  sweepStopped:
    'Many originals are not in the database. Nothing was moved. Is it the right database? Run “npm run archive -- doctor”.',
} as const
