import { Argument, Option, type Command } from 'commander'
import { ACCOUNT_ROLES, accountCreate, type Account } from '#contract/account.ts'
import { createManagement, type Management } from '#server/accounts/manage.ts'
import type { ArchiveDatabase } from '#server/database/open.ts'
import { validated } from '#server/errors/domain-error.ts'
import { deliverDueMail } from '#server/mail/deliver-mail.ts'
import { openTransport } from '#server/mail/transport.ts'
import { lastReport } from '../build-site/last-report.ts'
import { siteAddress } from '../build-site/site-address.ts'
import { UserError, archiveConfig, withArchive } from './open-archive.ts'

type Accounts = { db: ArchiveDatabase; management: Management }
const withAccounts = <T>(work: (accounts: Accounts) => Promise<T>) =>
  withArchive('refuse', ({ db }) => work({ db, management: createManagement(db) }))

/** Works on the account with this e-mail address. */
const withAccount = (email: string, work: (id: number, accounts: Accounts) => Promise<void>) =>
  withAccounts(async (accounts) => {
    const account = await accounts.management.findByEmail(email)
    if (!account) throw new UserError(`There is no account for ${email}.`)
    await work(account.id, accounts)
  })

/** Prints a link. The server mails it later; where this terminal knows mail server and site address, it is mailed at once. */
async function printLink(db: ArchiveDatabase, purpose: string, path: string): Promise<void> {
  const config = archiveConfig()
  const site = config.siteUrl ?? lastReport(config)?.site ?? siteAddress(config)
  console.log(`${purpose}: ${site}${path}`)
  if (config.siteUrl === undefined || config.smtpUrl === undefined) {
    console.log('The mail with this link is sent as soon as Lotline runs.')
    return
  }
  const transport = openTransport(config)
  try {
    const { failures } = await deliverDueMail({ db, transport, site })
    const [failure] = failures
    console.log(
      failure === undefined
        ? 'It was also sent by mail.'
        : `The mail could not be sent (${failure}). The server will try again.`,
    )
  } finally {
    transport.close()
  }
}

function show(accounts: readonly Account[]): void {
  if (accounts.length === 0)
    return console.log('There are no accounts yet. Create one with: account create EMAIL --name NAME')
  const rows = accounts.map(({ email, name, role, state, organization, last_login_at }) => [
    email,
    name,
    role,
    state,
    organization === null ? '' : `organization ${organization}`,
    last_login_at === null ? 'never logged in' : `last login ${last_login_at.slice(0, 10)}`,
  ])
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)))
  for (const row of rows)
    console.log(
      row
        .map((cell, at) => cell.padEnd(widths[at]!))
        .join('  ')
        .trimEnd(),
    )
}

interface CreateOptions {
  name: string
  organization?: string
  role: string
}
async function create(email: string, { name, organization, role }: CreateOptions): Promise<void> {
  const values = { email, name, role, organization: organization === undefined ? null : Number(organization) }
  const input = validated(accountCreate, values)
  await withAccounts(async ({ db, management }) => {
    const { account, path } = await management.create(input)
    console.log(`Created the account of ${account.name} (${account.email}), ${account.role}.`)
    await printLink(db, 'To activate it and choose a password', path)
  })
}

export function addAccountCommand(program: Command): void {
  const account = program.command('account').description('Create and manage accounts.')
  const roles = [...ACCOUNT_ROLES]

  account
    .command('create')
    .description('Create an account. Its owner gets an invitation by mail; the link in it is also printed.')
    .argument('<email>')
    .requiredOption('--name <name>', "the person's name")
    .option('--organization <id>', `the number of their organization; those of the society itself have more rights`)
    .addOption(new Option('--role <role>', 'what they may do').choices(roles).default('volunteer'))
    .action(create)

  account
    .command('list')
    .description('List all accounts.')
    .action(() => withAccounts(async ({ management }) => show(await management.list())))

  const addSwitch = (name: string, disabled: boolean, description: string, done: string) =>
    account
      .command(name)
      .description(description)
      .argument('<email>')
      .action((email: string) =>
        withAccount(email, async (id, { management }) => {
          await management.edit(id, { disabled })
          console.log(`The account of ${email} is ${done}.`)
        }),
      )
  addSwitch(
    'disable',
    true,
    "Disable an account: all sessions end, links that were sent become invalid, and its owner can't log in.",
    'disabled, and all its sessions have ended',
  )
  addSwitch('enable', false, 'Enable a disabled account again.', 'enabled')

  account
    .command('reset')
    .description('Send and print a link to choose a new password, or the invitation again. All sessions end.')
    .argument('<email>')
    .action((email: string) =>
      withAccount(email, async (id, { db, management }) => {
        const path = await management.sendLink(id)
        await management.endSessions(id)
        await printLink(db, 'To choose a password', path!)
      }),
    )

  account
    .command('role')
    .description('Change the role of an account. All sessions end.')
    .argument('<email>', 'whose account')
    .addArgument(new Argument('<role>', 'what they may do').choices(roles))
    .action((email: string, role: Account['role']) =>
      withAccount(email, async (id, { management }) => {
        await management.edit(id, { role })
        console.log(`${email} is now: ${role}. All sessions have ended.`)
      }),
    )
}
