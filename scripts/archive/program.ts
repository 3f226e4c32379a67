import { Command } from 'commander'
import packageJson from '../../package.json' with { type: 'json' }
import { addAccountCommand } from './account.ts'
import { addCopyCommand } from './copy.ts'
import { addRetireCommand } from './retire.ts'
import { addBackupCommand } from './backup.ts'
import { addDoctorCommand } from './doctor.ts'
import { addExportCommand } from './export.ts'
import { addImportCommand } from './import.ts'
import { addInitCommand } from './init.ts'
import { addMoveCommand } from './move.ts'
import { addOverlayCommand } from './overlay.ts'
import { addReadTextCommand } from './read-text.ts'
import { addRestoreCommand } from './restore.ts'
import { errorMessage } from './error-message.ts'
import { addTemplateCommand } from './template.ts'
import { addTrashCommand } from './trash.ts'
import { addVerifyCommand } from './verify.ts'

/** `npm run archive --` with all its commands. */
export function archiveProgram(): Command {
  const program = new Command('npm run archive --')
    .version(packageJson.version, '-V, --version', 'Show the version of Lotline.')
    .description('Manage the archive from the command line. DATA_DIR sets its folder (default: ./data).')
    .showHelpAfterError('Try --help.')
    .configureHelp({ showGlobalOptions: true })

  addInitCommand(program)
  addImportCommand(program)
  addExportCommand(program)
  addTemplateCommand(program)
  addBackupCommand(program)
  addRestoreCommand(program)
  addMoveCommand(program)
  addCopyCommand(program)
  addVerifyCommand(program)
  addRetireCommand(program)
  addDoctorCommand(program)
  addOverlayCommand(program)
  addAccountCommand(program)
  addTrashCommand(program)
  addReadTextCommand(program)
  return program
}

/** Runs one command. Errors that a person can fix are printed as a sentence, with an exit code. */
export async function runArchive(words: readonly string[]): Promise<void> {
  try {
    await archiveProgram().parseAsync([...words], { from: 'user' })
  } catch (error) {
    const sentence = errorMessage(error)
    if (sentence === undefined) throw error
    console.error(sentence)
    process.exitCode ??= 1
  }
}
