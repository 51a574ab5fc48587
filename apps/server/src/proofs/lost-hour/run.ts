/**
 * npm run lost-hour -- --orders 100000: loses the last hour of a store with running subscriptions, a newsletter that is
 * being sent, an announced release and a planned one, restores it from a backup, and compares everything. See
 * docs/performance.md.
 */
import { parseArgs } from 'node:util'
import { createPlan } from '@slipstream/db/testing/subscription-factories'
import { dropDatabase, recreateDatabase } from '@slipstream/db/testing/test-database'
import { migrate } from '@slipstream/db/migrate'
import { PERSONAL_DATA } from '#all-personal-data.ts'
import { readConfig } from '#config.ts'
import { erasePerson } from '#features/account/personal-data.service.ts'
import { createEncryption } from '#features/auth/encryption.ts'
import { backupOperation, beginBackup } from '#features/backups/backups.operation.ts'
import { listErasures, noteErasure } from '#features/backups/erasures.ts'
import { listManifests } from '#features/backups/manifests.ts'
import { noteNumbers } from '#features/backups/number-marks.ts'
import { openCopy } from '#features/backups/open-copy.service.ts'
import { restoreBackup } from '#features/backups/restore.service.ts'
import { withName } from '#features/backups/scratch-database.ts'
import { changeSettings } from '#features/settings/settings.service.ts'
import { inTransaction } from '@slipstream/db/client'
import { openStorage } from '#gateways/storage.ts'
import { newIdentity, recipientOf } from '#lib/age/age-keys.ts'
import { installQueue } from '#lib/jobs/jobs.ts'
import { newBuyer } from '#testing/buying-store.ts'
import { openOwnBuckets } from '#testing/own-buckets.ts'
import { withToken } from '#testing/people.ts'
import { startOwnStripe } from '#testing/own-stripe.ts'
import { emptyRedis } from '#testing/test-store.ts'
import { openCountingMailbox } from '../newsletter-drill/counting-mailbox.ts'
import { runDrill } from '../run-drill.ts'
import { decideStrays } from './decide-strays.ts'
import { fillPast } from './fill-past.ts'
import { judge, mailsSince } from './judge.ts'
import { openDrillStore } from './open-drill-store.ts'
import { releaseKinds } from './release-kinds.ts'
import { newPeople, numbersSince, passHour, preparePublications, sellTo, setClock, subscribeAll } from './trade.ts'

const REDIS_DATABASE = 13
const READERS = 50
/** Sales before the backup; in the lost hour, also to people who register then; after the last mark; in the opened copy. */
const SALES = { before: 10, lost: 20, lostWithAccount: 8, unmarked: 3, after: 5 }
const SUBSCRIBERS = { before: 5, lost: 3, lostWithAccount: 1 }
/** How far Stripe's clock is behind when they subscribe to a daily plan, and what of it passes after the backup. */
const [BEHIND_HOURS, RENEWAL_HOURS] = [26, 3]

const { values } = parseArgs({ options: { orders: { type: 'string', default: '100000' } } })
const orders = Number(values.orders)
const whole = new Intl.NumberFormat('en', { maximumFractionDigits: 0 })
const say = (line: string) => console.log(line)
const timed = async <T>(name: string, work: () => Promise<T>) => {
  const began = performance.now()
  const result = await work()
  say(`${name}: ${whole.format((performance.now() - began) / 1_000)} s`)
  return result
}

await runDrill(async (undone) => {
  const base = process.env.DATABASE_URL ?? ''
  const [name, restoredName] = [`lost_hour_${process.pid}`, `lost_hour_${process.pid}_restored`]
  const databaseUrl = await recreateDatabase(base, name)
  const restoredUrl = withName(databaseUrl, restoredName)
  undone.push(
    () => dropDatabase(base, name),
    () => dropDatabase(base, restoredName),
  )
  const buckets = await openOwnBuckets(process.env)
  undone.push(buckets.remove)
  const mailbox = await openCountingMailbox()
  undone.push(mailbox.close)
  const stripe = await startOwnStripe({
    url: 'http://127.0.0.1:9/api/webhooks/stripe',
    secret: process.env.STRIPE_WEBHOOK_SECRET ?? '',
  })
  undone.push(stripe.close)
  await stripe.treatDeliveries({ dropPercent: 100 })
  const identity = newIdentity()
  const environment = {
    ...process.env,
    ...buckets.environment,
    SMTP_URL: mailbox.url,
    STRIPE_API_URL: stripe.address,
    REDIS_URL: `${process.env.REDIS_URL}/${REDIS_DATABASE}`,
    BACKUP_PUBLIC_KEY: recipientOf(identity),
    REQUESTS_PER_MINUTE: '1000000',
    ADMIN_SECOND_FACTOR: 'optional',
  } as Record<string, string>
  const config = readConfig({ ...environment, DATABASE_URL: databaseUrl })
  const storage = openStorage(config.storage)
  undone.push(async () => storage.close())
  await emptyRedis(config.redisUrl)

  await migrate(databaseUrl)
  await installQueue(databaseUrl)
  const lost = await openDrillStore(environment, databaseUrl, stripe)
  undone.push(lost.close)
  await timed(`writing ${whole.format(orders)} orders`, () => fillPast(lost, orders))
  const startedAt = new Date()
  const plan = await createPlan(lost.db, { name: 'Premium Day', price: 300, interval: 'day' })
  // Their first renewal falls into the hour that is lost.
  await setClock(lost, -BEHIND_HOURS)
  const subscribers = await newPeople(lost, SUBSCRIBERS.before)
  await subscribeAll(lost, plan, subscribers)
  await stripe.advance({ hours: BEHIND_HOURS - RENEWAL_HOURS })
  const admin = await newBuyer(lost, [], { isAdmin: true })
  const [early] = await sellTo(lost, await newPeople(lost, SALES.before))
  const [regulars, members] = [await newPeople(lost, SALES.lost), await newPeople(lost, SUBSCRIBERS.lost)]
  await lost.work()
  const { planned } = await preparePublications(lost, admin, READERS)

  await timed('backup', async () => {
    const parts = { ...lost.services, databaseUrl, storage, backupKey: recipientOf(identity) }
    const operation = backupOperation({ ...parts, encryption: createEncryption(...config.authSecrets) })
    const cursor = beginBackup()
    await operation.step({ cursor, signal: new AbortController().signal, report: () => {} })
  })
  const [backup] = await listManifests(storage)
  if (!backup) throw new Error('no backup was stored')
  const kept = await numbersSince(lost, startedAt)

  await timed('the hour that is lost', async () => {
    await stripe.advance({ hours: RENEWAL_HOURS })
    await passHour(lost, planned)
    await sellTo(lost, [...regulars, ...(await newPeople(lost, SALES.lostWithAccount))])
    await subscribeAll(lost, plan, [...members, ...(await newPeople(lost, SUBSCRIBERS.lostWithAccount))])
    await stripe.refund(early?.session ?? '')
    await lost.work()
    const leaver = subscribers.pop()
    if (leaver) {
      await inTransaction(lost.db, (tx) => erasePerson(tx, PERSONAL_DATA, leaver.row.id))
      await noteErasure(storage, { accountId: leaver.row.id, erasedAt: new Date().toISOString() })
    }
    await lost.work()
    await noteNumbers(lost.db, storage)
    await sellTo(lost, await newPeople(lost, SALES.unmarked))
    await lost.work()
  })
  const issued = await numbersSince(lost, startedAt)
  const mailsBefore = new Map(mailbox.received)
  say(
    `lost: ${issued.length - kept.length} numbers of orders and documents; ${[...mailsBefore.values()].reduce((sum, times) => sum + times, 0)} mails had been sent`,
  )

  const erase = (...[tx, id]: Parameters<Parameters<typeof restoreBackup>[0]['erase']>) =>
    erasePerson(tx, PERSONAL_DATA, id)
  await timed('restore', () =>
    restoreBackup({ databaseUrl: restoredUrl, storage, erase, say: (line) => say(`  ${line}`) }, backup.id, identity),
  )
  say(`  ${(await listErasures(storage)).length} erasure was recorded outside the database`)
  await emptyRedis(config.redisUrl)
  // A silent copy cannot reach Stripe, so the store that opens it is another one.
  const gaps = await timed('opening the copy', async () => {
    const silent = await openDrillStore(environment, restoredUrl, stripe)
    const { db } = silent
    const opened = await openCopy({ db, storage, stripe: lost.services.stripe })
    await inTransaction(db, (tx) => changeSettings(tx, { maintenanceMode: false }))
    await silent.close()
    return opened
  })
  for (const { series, reason } of gaps ?? []) say(`  ${series}: ${reason}`)

  const copy = await openDrillStore(environment, restoredUrl, stripe)
  undone.push(copy.close)
  await timed('catching up with Stripe', async () => {
    await passHour(copy, planned)
    await copy.work()
  })
  const asAdmin = withToken(copy.app, admin.token)
  const decided = await timed('decisions', () => decideStrays(copy, asAdmin))
  say(`  ${decided.adopt} lost sales adopted, ${decided.refund} refunded`)
  const before = new Set(await numbersSince(copy, startedAt))
  await sellTo(copy, await newPeople(copy, SALES.after))
  await copy.work()
  const issuedAfter = (await numbersSince(copy, startedAt)).filter((number) => !before.has(number)).sort()

  const mailedUnasked = mailsSince(mailbox.received, mailsBefore)
  const held = await timed('releasing what goes out', () => releaseKinds(copy, asAdmin))
  for (const { kind, fromBackup, since } of held)
    say(`  ${kind}: ${fromBackup} held since the backup, ${since} since then`)
  const mailed = mailsSince(mailbox.received, mailsBefore)
  say(`  ${mailedUnasked.length} people got mail before a person released it, ${mailed.length} afterwards`)

  const judged = { startedAt, issued, issuedAfter, mailedUnasked, mailed }
  const { check, net, problems } = await timed('comparing', () => judge(copy, judged))
  say(`${whole.format(check.orders)} orders compared; Stripe ${net.atStripe} cents, books ${net.inBooks} cents`)
  say(`${issuedAfter.length} numbers issued after the restore, from ${issuedAfter[0]} on`)
  if (problems.length > 0) throw new Error(`${problems.length} problems:\n${problems.slice(0, 30).join('\n')}`)
})
