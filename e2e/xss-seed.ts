import { randomUUID } from 'node:crypto'
import { MOD_LIMITS } from '@slipstream/contract/mod-limits'
import { MAX_CAPTION } from '@slipstream/contract/picture-types'
import { RELEASE_LIMITS } from '@slipstream/contract/release-limits'
import type { TicketAttachment } from '@slipstream/contract/tickets'
import { withClient } from '@slipstream/db/testing/test-database'
import { callAs } from './api.ts'
import { fromSomewhere, store } from './store.ts'
import { ONE_LINE, packed, PAYLOADS, SHORT_PAYLOADS } from './xss-payloads.ts'

/** Columns for long texts by people; every row gets all payloads. */
const LONG = {
  reviews: ['body', 'reply'],
  categories: ['description'],
  team_categories: ['description'],
  team_members: ['bio'],
  subscription_plans: ['description'],
  coupons: ['note'],
  order_refunds: ['reason', 'error'],
  refund_requests: ['reason', 'answer'],
  entitlements: ['revoke_reason'],
  release_reports: ['note'],
  release_compatibility: ['note'],
  disputes: ['reason'],
  notifications: ['text'],
  stripe_events: ['error'],
  newsletter_recipients: ['note'],
  mail_suppressions: ['detail'],
  review_reports: ['note'],
}

/** Titles and names; each row gets a different payload. Forms refuse to load a value longer than its field. */
const SHORT = {
  reviews: ['author', 'title'],
  mods: ['title', 'make', 'engine', 'description'],
  mod_pictures: ['label', 'alt', 'caption'],
  mod_configurations: ['name', 'engine', 'fuel', 'transmission'],
  categories: ['name'],
  team_categories: ['name'],
  team_members: ['name', 'role'],
  subscription_plans: ['name'],
  order_items: ['title'],
  notifications: ['title', 'link'],
}

const LONGEST: Record<string, number> = {
  make: MOD_LIMITS.make,
  engine: 60,
  fuel: 60,
  transmission: 60,
  caption: MAX_CAPTION,
}

/** Settings have limits of their own, and every page shows them. */
const SETTINGS = {
  storeName: '<img src=x onerror=fired(0)>',
  blurb: '"><script>fired(1)</script>',
  heroTitle: "'><svg onload=fired(2)>",
  heroText: '</script><script>fired(3)</script>',
  gameName: '<b onclick=fired(4)>BeamNG</b>',
  searchTitle: '</title><script>fired(5)</script>',
  searchDescription: '"><img src=x onerror=fired(6)>',
  sellerName: '<svg/onload=fired(7)>',
  sellerAddress: '</textarea><img src=x onerror=fired(8)>',
}

/** Rows that the demo does not have. */
const MISSING = [
  `insert into developer_tasks (title, description) select $1, $2`,
  `insert into incidents (check_name, subject, problem, first_seen_at, last_seen_at, opened_at)
   select 'jobs.dead', $1, $2, now(), now(), now()`,
  `insert into error_groups (fingerprint, source, name, place, message, count, first_at, last_at, version)
   select 'xss', 'api', $1, $1, $2, 1, now(), now(), '1'`,
  `insert into audit_log (action, subject, subject_name, before, after)
   select 'edit', 'mod', $1, jsonb_build_object('title', $2::text), jsonb_build_object('title', $1::text)`,
  `insert into notifications (user_id, area, kind, key, title, text)
   select id, area, case area when 'own' then 'refund' else 'incident' end, 'xss ' || area, $1, $2
   from users, unnest(array['own', 'staff']) area where username in ('demo_customer', 'demo_admin')`,
  `insert into newsletters (form, problem)
   select jsonb_build_object('subject', $1::text, 'preview', '', 'heading', $1::text, 'body', left($2, 5000), 'button', null,
     'audience', '{"owns": [], "wishes": [], "seenWithinDays": null, "awayForDays": null}'::jsonb, 'perMinute', 60), $2`,
  `insert into operations (kind, title, state, unit, cursor, message, error, finished_at)
   select 'cleanup', $1, 'failed', 'rows', '{}', $1, $2, now()`,
]

const within = (limit = Infinity) => SHORT_PAYLOADS.filter(({ length }) => length <= limit)

/** Writes payloads past the store's own rules, as older versions or manual database edits could have left them. */
export const plantInDatabase = (url: string) =>
  withClient(url, async (client) => {
    const numbered = (table: string, set: string) =>
      `update ${table} set ${set} from (select ctid as place, row_number() over () as number from ${table}) rows
       where ${table}.ctid = rows.place`
    const all = PAYLOADS.join('\n')
    for (const [table, columns] of Object.entries(LONG)) {
      for (const column of columns)
        await client.query(`update ${table} set ${column} = $1 where ${column} is not null`, [all])
    }
    for (const [table, columns] of Object.entries(SHORT)) {
      for (const [shift, column] of columns.entries()) {
        const set = `${column} = ($1::text[])[1 + (number + $2::int) % array_length($1::text[], 1)]`
        await client.query(`${numbered(table, set)} and ${column} is not null`, [within(LONGEST[column]), shift * 40])
      }
    }
    await client.query('update mod_releases set changes = $1', [packed(RELEASE_LIMITS.change)])
    await client.query('update mods set about = $1, requirements = $2, tags = $3', [
      packed(MOD_LIMITS.paragraph, ONE_LINE),
      SHORT_PAYLOADS.slice(0, MOD_LIMITS.requirements),
      // Search terms have a limit in the database too.
      within(MOD_LIMITS.tag).slice(0, 2),
    ])
    await client.query(
      `update users set username = ($1::text[])[1 + id % array_length($1::text[], 1)] || id, ban_reason = $2
       where username not like 'demo\\_%'`,
      [SHORT_PAYLOADS, all],
    )
    for (const [key, value] of Object.entries(SETTINGS)) {
      await client.query(
        'insert into settings (key, value) values ($1, $2) on conflict (key) do update set value = $2',
        [key, JSON.stringify(value)],
      )
    }
    for (const statement of MISSING) await client.query(statement, [SHORT_PAYLOADS[20], all])
  })

type Client = Parameters<Parameters<typeof callAs>[1]>[0]

const upload = async ({ post }: Client, name: string, contents: string) => {
  const sizeBytes = Buffer.byteLength(contents)
  const contentType = 'text/plain'
  const offer = await post<{ key: string; url: string }>('/api/tickets/attachments/upload', {
    kind: 'log',
    contentType,
    sizeBytes,
  })
  await fetch(offer.url, { method: 'PUT', body: contents, headers: { 'content-type': contentType } })
  const file = await post<TicketAttachment>('/api/tickets/attachments', { key: offer.key, kind: 'log', name })
  return file.id
}

const botCheckAnswer = async (url: string) => {
  const answer = await fetch(`${store.environment().TURNSTILE_URL}/_control/answer`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ action: 'contact', hostname: new URL(url).hostname }),
  })
  return ((await answer.json()) as { token: string }).token
}

/** Writes what a visitor without an account can write. Returns the e-mail address that gets the link to the thread. */
const writeAsGuest = async (url: string) => {
  const email = `guest_${randomUUID()}@customer.example`
  const words = { name: SHORT_PAYLOADS[1], subject: SHORT_PAYLOADS[2], body: packed(10_000)[0], category: 'general' }
  const answer = await fetch(`${url}/api/contact`, {
    method: 'POST',
    headers: { ...fromSomewhere(), 'content-type': 'application/json', origin: url },
    body: JSON.stringify({
      ...words,
      email,
      clientKey: randomUUID(),
      'cf-turnstile-response': await botCheckAnswer(url),
    }),
  })
  if (!answer.ok) throw new Error(await answer.text())
  return email
}

const SHORTEST = '<img src=x onerror=fired(9)>'

/** Writes through the API whatever customers, guests and the staff can write to each other. */
export const writeThroughApi = async (url: string) => {
  const guest = await writeAsGuest(url)
  const ticketId = await callAs(
    'demo_customer',
    async (client) => {
      const attachmentIds = [await upload(client, `${SHORT_PAYLOADS[3]}.log`, PAYLOADS.join('\n'))]
      const opened = { category: 'mod', modId: 1, requestId: SHORTEST, clientKey: randomUUID(), attachmentIds }
      const { id } = await client.post<{ id: number }>('/api/tickets', {
        ...opened,
        subject: SHORT_PAYLOADS[0],
        body: packed(10_000)[0],
      })
      for (const subject of SHORT_PAYLOADS.slice(10, 18)) {
        await client.post('/api/tickets', { subject, body: subject, category: 'general', clientKey: randomUUID() })
      }
      return id
    },
    url,
  )
  const roomId = await callAs('demo_admin', (client) => writeAsStaff(client, ticketId), url)
  await callAs(
    'demo_customer',
    async ({ post }) => {
      await post(`/api/tickets/${ticketId}/solve`, {})
      await post(`/api/tickets/${ticketId}/rating`, { rating: 1, comment: packed(1_000)[0] })
    },
    url,
  )
  return { guest, ticketId, roomId }
}

const writeAsStaff = async ({ get, post }: Client, ticketId: number) => {
  const { lastMessageId } = await get<{ lastMessageId: number }>(`/api/admin/tickets/${ticketId}`)
  const [all] = packed(10_000)
  await post(`/api/admin/tickets/${ticketId}/notes`, { body: all })
  await post(`/api/admin/tickets/${ticketId}/reply`, {
    body: all,
    clientKey: randomUUID(),
    lastMessageId,
    after: 'waiting',
  })
  const tracker = await post<{ id: number }>('/api/admin/trackers', { title: SHORT_PAYLOADS[4] })
  await post(`/api/admin/trackers/${tracker.id}/tickets`, { ticketIds: [ticketId] })
  await post('/api/admin/canned-replies', { title: SHORTEST, body: all })
  const room = await post<{ id: number }>('/api/admin/chat/rooms', { name: SHORTEST })
  for (const body of packed(4_000)) {
    await post(`/api/admin/chat/rooms/${room.id}/messages`, { body, key: randomUUID() })
  }
  return room.id
}
