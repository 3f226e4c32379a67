import type { Config } from '#server/config.ts'
import { openArchive } from '#server/identity/open-archive.ts'
import { createAccounts } from '#server/repositories/accounts.ts'

/** How to create the first account of an archive, complete; undefined if it has accounts. */
export async function firstAccountText(
  config: Config,
  environment: Record<string, string | undefined>,
): Promise<string | undefined> {
  await using db = await openArchive(config)
  if (await createAccounts(db).hasAny()) return undefined
  const settings = ['DATA_DIR', 'DATABASE_URL', 'MEDIA_URL']
    .filter((name) => environment[name])
    // An address may hold a password.
    .map((name) => `${name}=${name === 'DATA_DIR' ? quoted(config.dataDir) : `"$${name}"`} `)
  return [
    'There are no accounts yet. Create the first one, with your own address and name, in another terminal:',
    `  ${settings.join('')}npm run archive -- account create you@example.org --name "Your Name" --role administrator`,
  ].join('\n')
}

/** For a shell. */
const quoted = (text: string) => (/^[\w./-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`)
