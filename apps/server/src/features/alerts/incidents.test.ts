import { asc, sql } from 'drizzle-orm'
import { pino } from 'pino'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { MINUTE_MS } from '@slipstream/contract/durations'
import { inTransaction } from '@slipstream/db/client'
import { incidents } from '@slipstream/db/tables/alerts'
import { changeSettings } from '#features/settings/settings.service.ts'
import { AT_ONCE, type AlertCheck, type Finding } from '#lib/alerts.ts'
import { openFileStore } from '#testing/test-store.ts'
import { runChecks } from './run-checks.service.ts'

const store = await openFileStore()
let findings: Finding[]
let check: AlertCheck

beforeEach(async () => {
  for (const table of ['incidents', 'settings', 'outbox', 'graphile_worker._private_jobs']) {
    await store.db.execute(sql.raw(`delete from ${table}`))
  }
  findings = []
  check = { ...AT_ONCE, name: 'disk.full', title: 'The disk is full', measures: '', find: async () => findings }
})

const pass = (checks: readonly AlertCheck[] = [check], timeoutMs?: number) =>
  runChecks(
    {
      db: store.db,
      checks,
      channels: { ...store.services.channels, hasDiscord: true },
      publicUrl: 'https://store.example',
      redact: store.services.redact,
      log: pino({ level: 'silent' }),
    },
    timeoutMs,
  )

/** Moves everything that happened so far into the past, so that a pass seems to run this much later. */
const later = (minutes: number) =>
  store.db.execute(sql`
    update incidents set first_seen_at = first_seen_at - ${`${minutes} minutes`}::interval,
      last_seen_at = last_seen_at - ${`${minutes} minutes`}::interval, opened_at = opened_at - ${`${minutes} minutes`}::interval,
      told_at = told_at - ${`${minutes} minutes`}::interval, ended_at = ended_at - ${`${minutes} minutes`}::interval`)

/** Subjects of the queued alert mails, oldest first. */
const mails = async () => {
  const { rows } = await store.db.execute<{ subject: string }>(sql`
    select payload -> 'letter' ->> 'subject' as subject from outbox where name = 'mail.send' order by id`)
  return rows.map(({ subject }) => subject)
}
const messages = async () => {
  const { rows } = await store.db.execute<{ content: string }>(sql`
    select payload ->> 'content' as content from outbox where name = 'alerts.discord' order by id`)
  return rows.map(({ content }) => content)
}
const allIncidents = () => store.db.select().from(incidents).orderBy(asc(incidents.id))
const isFull = (subject = '/data'): Finding => ({ subject, problem: `The disk under ${subject} is 93 % full.` })

test('an incident sends one mail when it begins and one when it ends, however long it lasts', async () => {
  findings = [isFull()]
  for (let minute = 0; minute < 5; minute++) {
    await pass()
    await later(1)
  }
  expect(await mails()).toEqual(['Slipstream: The disk is full'])

  findings = []
  await pass()
  expect(await mails(), 'not over before it was calm for five minutes').toHaveLength(1)
  await later(5)
  await pass()
  await later(5)
  await pass()
  expect(await mails()).toEqual(['Slipstream: The disk is full', 'Slipstream: Over: The disk is full'])
  expect(await messages()).toEqual([
    expect.stringContaining('🔴 **Slipstream: The disk is full.** The disk under /data is 93 % full.'),
    expect.stringContaining('🟢 **Slipstream, over:** The disk is full (/data)'),
  ])
  expect(await allIncidents()).toMatchObject([{ toldAt: expect.any(Date), endToldAt: expect.any(Date) }])
})

test('two processes that find the same problem at once open one incident and send one mail', async () => {
  findings = [isFull('/a'), isFull('/b')]
  await Promise.all(Array.from({ length: 6 }, () => pass()))
  expect(await allIncidents()).toHaveLength(2)
  expect(await mails()).toHaveLength(1)

  findings = []
  await later(5)
  await Promise.all(Array.from({ length: 6 }, () => pass()))
  expect(await mails()).toHaveLength(2)
})

test('many problems found in one pass are reported in one mail', async () => {
  findings = Array.from({ length: 40 }, (_, disk) => isFull(`/disk-${String(disk).padStart(2, '0')}`))
  await pass()
  expect(await mails()).toEqual(['Slipstream: The disk is full, and 39 more'])
  for (const content of await messages()) expect(content.length).toBeLessThan(2_000)
})

test('a problem that recurs every other minute stays one incident', async () => {
  for (let minute = 0; minute < 20; minute++) {
    findings = minute % 2 === 0 ? [isFull()] : []
    await pass()
    await later(1)
  }
  expect(await mails()).toHaveLength(1)
  expect(await allIncidents()).toHaveLength(1)
})

test('a problem that comes back all day is announced three times, and again the next day', async () => {
  for (let round = 0; round < 8; round++) {
    findings = [isFull()]
    await pass()
    findings = []
    await later(30)
    await pass()
    await later(30)
  }
  // Three mails about a beginning, and one about each end.
  expect(await mails()).toHaveLength(6)
  expect(await allIncidents()).toHaveLength(8)

  await later(24 * 60)
  findings = [isFull()]
  await pass()
  expect(await mails()).toHaveLength(7)
})

test('a problem that clears before its alert delay is over opens no incident', async () => {
  check = { ...check, lastsMs: 3 * MINUTE_MS, calmMs: 10 * MINUTE_MS }
  findings = [isFull()]
  await pass()
  await later(2)
  await pass()
  findings = []
  await later(10)
  await pass()
  expect(await allIncidents()).toEqual([])

  findings = [isFull()]
  await pass()
  await later(3)
  await pass()
  expect(await mails()).toEqual(['Slipstream: The disk is full'])
})

describe('maintenance', () => {
  const setMaintenance = (isOn: boolean) =>
    inTransaction(store.db, (tx) => changeSettings(tx, { maintenanceMode: isOn }))

  test('a problem that maintenance explains is reported only afterwards, and not at all if it is over by then', async () => {
    check = { ...check, waitsInMaintenance: true }
    findings = [isFull('/short'), isFull('/long')]
    await setMaintenance(true)
    await pass()
    expect(await mails()).toEqual([])

    findings = [isFull('/long')]
    await later(5)
    await pass()
    await setMaintenance(false)
    await pass()
    expect(await mails()).toEqual(['Slipstream: The disk is full'])
    expect(await messages()).toEqual([expect.not.stringContaining('/short')])
  })

  test('a problem that maintenance does not explain is reported at once', async () => {
    findings = [isFull()]
    await setMaintenance(true)
    await pass()
    expect(await mails()).toHaveLength(1)
  })
})

describe('a check that does not work', () => {
  test('a check that hangs does not stop the others, and keeps its own incident open', async () => {
    findings = [isFull()]
    await pass()
    let aborted = false
    const hanging: AlertCheck = {
      ...check,
      find: (signal) =>
        new Promise(() => {
          signal.addEventListener('abort', () => (aborted = true))
        }),
    }
    const other: AlertCheck = {
      ...check,
      name: 'other',
      title: 'Another problem',
      find: async () => [{ problem: 'Ouch.' }],
    }
    await later(30)
    await pass([hanging, other], 50)
    expect(aborted).toBe(true)
    expect(await mails()).toEqual(['Slipstream: The disk is full', 'Slipstream: Another problem'])
    expect(await allIncidents()).toMatchObject([
      { checkName: 'disk.full', endedAt: null },
      { checkName: 'alerts.failing', subject: 'disk.full', openedAt: null },
      { checkName: 'other' },
    ])
  })

  test('a failing check is reported after ten minutes, without the secrets in its error', async () => {
    check = { ...check, find: vi.fn().mockRejectedValue(new Error('refused: password=hunter2')) }
    await pass()
    await later(10)
    await pass()
    expect(await mails()).toEqual(['Slipstream: A check does not work'])
    const [incident] = await allIncidents()
    expect(incident?.problem).toBe('The check “The disk is full” could not be made: refused: password=[hidden]')
  })
})

test('an incident ends when a new release removes its check', async () => {
  findings = [isFull()]
  await pass()
  await pass([])
  expect(await mails()).toEqual(['Slipstream: The disk is full', 'Slipstream: Over: disk.full'])
})

test('an incident is not recorded when its alert cannot be queued, and the next pass reports it', async () => {
  findings = [isFull()]
  await store.db.execute(sql`alter table outbox rename to moved`)
  await expect(pass()).rejects.toThrow()
  await store.db.execute(sql`alter table moved rename to outbox`)
  expect(await allIncidents()).toEqual([])
  await pass()
  expect(await mails()).toHaveLength(1)
})
