/** Why an archive can't be moved, for the person at the terminal. */
export class MoveRefused extends Error {}
