#!/usr/bin/env node
import { Command } from 'commander'
import { addAccountCommand } from './archive/account.ts'
import { addBackupCommand } from './archive/backup.ts'
import { addDoctorCommand } from './archive/doctor.ts'
import { addExportCommand } from './archive/export.ts'
import { addImportCommand } from './archive/import.ts'
import { addOverlayCommand } from './archive/overlay.ts'
import { addRestoreCommand } from './archive/restore.ts'
import { sayError } from './archive/say-error.ts'

const program = new Command('npm run archive --')
  .description('Work on the archive from the command line. DATA_DIR names the folder it lies in (./data).')
  .showHelpAfterError('Try --help.')
  .configureHelp({ showGlobalOptions: true })

addImportCommand(program)
addExportCommand(program)
addBackupCommand(program)
addRestoreCommand(program)
addDoctorCommand(program)
addOverlayCommand(program)
addAccountCommand(program)

try {
  await program.parseAsync()
} catch (error) {
  const sentence = sayError(error)
  if (sentence === undefined) throw error
  console.error(sentence)
  process.exitCode ??= 1
}
