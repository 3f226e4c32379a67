import { Argument, Option } from 'commander'
import type { Command } from 'commander'
import * as v from 'valibot'
import { society } from '#society'
import { ACCOUNT_ROLES, accountCreate } from '#contract/account.ts'
import type { Account } from '#contract/account.ts'
import { createManagement } from '#server/accounts/manage.ts'
import type { Management } from '#server/accounts/manage.ts'
import type { ArchiveDatabase } from '#server/database/open.ts'
import { invalid } from '#server/http/errors.ts'
import { deliverDueMail } from '#server/mail/deliver-mail.ts'
import { openTransport } from '#server/mail/transport.ts'
import { lastReport } from '../build-site/last-report.ts'
import { siteAddress } from '../build-site/site-address.ts'
import { UserError, archiveConfig, withArchive } from './open-archive.ts'

type Parts = { db: ArchiveDatabase; management: Management }
const withAccounts = <T>(absent: 'make' | 'refuse', work: (parts: Parts) => Promise<T>) =>
  withArchive(absent, ({ db }) => work({ db, management: createManagement(db) }))

/** Does something with the account of this e-mail address. */
const withAccount = (email: string, work: (id: number, parts: Parts) => Promise<void>) =>
  withAccounts('refuse', async (parts) => {
    const account = await parts.management.findByEmail(email)
    if (!account) throw new UserError(`There is no account of ${email}.`)
    await work(account.id, parts)
  })

/**
 * Says where a link leads. Its mail is the server's to send: this terminal need not know the mail server, nor the address of the site, and a letter
 * that was sent without them is lost. Where it knows both, the mail goes out at once: there need not be a server running.
 */
async function tellLink(db: ArchiveDatabase, purpose: string, path: string): Promise<void> {
  const config = archiveConfig()
  const site = config.siteUrl ?? lastReport(config)?.site ?? siteAddress(config)
  console.log(`${purpose}: ${site}${path}`)
  if (config.siteUrl === undefined || config.smtpUrl === undefined) {
    console.log('The letter with this link goes out as soon as Lotline runs.')
    return
  }
  const transport = openTransport(config)
  try {
    const { failures } = await deliverDueMail({ db, transport, site })
    const [failure] = failures
    console.log(
      failure === undefined
        ? 'It was sent by mail as well.'
        : `The mail with it waits and is tried again by the server: it could not be sent (${failure}).`,
    )
  } finally {
    transport.close()
  }
}

function show(accounts: readonly Account[]): void {
  if (accounts.length === 0)
    return console.log('There are no accounts yet. Make one with: account create EMAIL --name NAME')
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
  const given = { email, name, role, organization: organization === undefined ? null : Number(organization) }
  const input = v.safeParse(accountCreate, given)
  if (!input.success) throw invalid(input.issues)
  await withAccounts('make', async ({ db, management }) => {
    const { account, path } = await management.create(input.output)
    console.log(`Made the account of ${account.name} (${account.email}), ${account.role}.`)
    await tellLink(db, 'To activate it and choose a password', path)
  })
}

export function addAccountCommand(program: Command): void {
  const account = program.command('account').description('Make accounts and look after them.')
  const roles = [...ACCOUNT_ROLES]

  account
    .command('create')
    .description('Make an account. Its owner is sent an invitation with a link, which is printed as well.')
    .argument('<email>')
    .requiredOption('--name <name>', 'how the person is called')
    .option(
      '--organization <id>',
      `the number of their organization; members of the society itself (${society.organizationId}) may do more`,
    )
    .addOption(new Option('--role <role>', 'what they may do').choices(roles).default('volunteer'))
    .action(create)

  account
    .command('list')
    .description('List all accounts.')
    .action(() => withAccounts('refuse', async ({ management }) => show(await management.list())))

  account
    .command('disable')
    .description('Shut somebody out: every session ends, links that were sent are void, and they cannot log in.')
    .argument('<email>')
    .action((email: string) =>
      withAccount(email, async (id, { management }) => {
        await management.edit(id, { disabled: true })
        console.log(`The account of ${email} is disabled, and every session of it has ended.`)
      }),
    )

  account
    .command('enable')
    .description('Let somebody log in again who was disabled.')
    .argument('<email>')
    .action((email: string) =>
      withAccount(email, async (id, { management }) => {
        await management.edit(id, { disabled: false })
        console.log(`The account of ${email} is enabled.`)
      }),
    )

  account
    .command('reset')
    .description('Send a link to choose a new password, or the invitation once more, and print it. Every session ends.')
    .argument('<email>')
    .action((email: string) =>
      withAccount(email, async (id, { db, management }) => {
        const path = await management.sendLink(id)
        await management.endSessions(id)
        await tellLink(db, 'To choose a password', path!)
      }),
    )

  account
    .command('role')
    .description('Change what somebody may do. Every session ends.')
    .argument('<email>', 'whose account')
    .addArgument(new Argument('<role>', 'what they may do').choices(roles))
    .action((email: string, role: Account['role']) =>
      withAccount(email, async (id, { management }) => {
        await management.edit(id, { role })
        console.log(`${email} is now: ${role}. Every session has ended.`)
      }),
    )
}
