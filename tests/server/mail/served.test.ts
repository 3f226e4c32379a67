import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { readConfig } from '#server/config.ts'
import { openDatabase } from '#server/database/open.ts'
import { serve } from '#server/main.ts'
import { openMailServer } from './mail-server.ts'
import { freshFolder } from '../bundle/fresh-archive.ts'

test('the server sends queued mail with links to SITE_URL, not to the Host header', async () => {
  const folder = await freshFolder()
  const mailServer = await openMailServer()
  const config = readConfig({
    PORT: '0',
    DATA_DIR: folder,
    SMTP_URL: mailServer.url,
    SITE_URL: 'https://archive.example.org',
  })
  const db = await openDatabase(config.databaseFile)
  const now = new Date().toISOString()
  await db
    .insertInto('account')
    .values({ email: 'ann@example.org', name: 'Ann', role: 'volunteer', created_at: now, activated_at: now })
    .execute()
  await db.destroy()
  const app = await serve(config)
  try {
    const asked = request({
      port: (app.server.address() as AddressInfo).port,
      method: 'POST',
      path: '/auth/users/reset_password/',
      headers: { host: 'evil.example', 'x-forwarded-host': 'evil.example', 'content-type': 'application/json' },
    }).end(JSON.stringify({ email: 'ann@example.org' }))
    const [{ statusCode }] = (await once(asked, 'response')) as [{ statusCode: number }]
    expect(statusCode).toBe(204)
    await expect.poll(() => mailServer.received.length, { timeout: 15_000 }).toBe(1)
    const { to, raw, mail } = mailServer.received[0]!
    expect(to).toEqual(['ann@example.org'])
    expect(mail.text).toMatch(/^https:\/\/archive\.example\.org\/password\/reset\/confirm\/[^/\s]+\/[^/\s]+$/m)
    expect(raw).not.toContain('evil')
  } finally {
    await app.close()
    await mailServer.close()
  }
})
