#!/usr/bin/env node
import { Command } from 'commander'
import { addDoctorCommand } from './archive/doctor.ts'
import { addExportCommand } from './archive/export.ts'
import { addImportCommand } from './archive/import.ts'
import { UserError } from './archive/open-archive.ts'

const program = new Command('npm run archive --')
  .description('Work on the archive from the command line. DATA_DIR names the folder it lies in (./data).')
  .showHelpAfterError('Try --help.')
  .configureHelp({ showGlobalOptions: true })

addImportCommand(program)
addExportCommand(program)
addDoctorCommand(program)

try {
  await program.parseAsync()
} catch (error) {
  if (!(error instanceof UserError)) throw error
  console.error(error.message)
  process.exitCode = 1
}
