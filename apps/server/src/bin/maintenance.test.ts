import { expect, test, vi } from 'vitest'
import { inTransaction } from '@slipstream/db/client'
import { changeSettings } from '#features/settings/settings.service.ts'
import { PROCESSES_TIMEOUT_MS, runBin } from '#testing/run-bin.ts'
import { openFileStore } from '#testing/test-store.ts'

vi.setConfig({ testTimeout: PROCESSES_TIMEOUT_MS })

const store = await openFileStore()

const maintenance = (...words: string[]) => runBin('maintenance.ts', words, { DATABASE_URL: store.config.databaseUrl })
const status = async () => (await store.call('GET', '/api/site/status')).json<{ maintenanceMode: boolean }>()

test('maintenance mode can be switched from the command line, even if everyone is locked out', async () => {
  for (const [word, maintenanceMode] of [
    ['on', true],
    ['off', false],
  ] as const) {
    expect(await maintenance(word)).toEqual({ code: 0, stdout: `maintenance mode is ${word}\n`, stderr: '' })
    await vi.waitFor(async () => expect(await status()).toEqual({ maintenanceMode }))
  }
  const at = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()
  const plannedMaintenance = { from: at(-1), to: at(1), message: '' }
  await inTransaction(store.db, (tx) => changeSettings(tx, { plannedMaintenance }))
  await vi.waitFor(async () => expect(await status()).toMatchObject({ maintenanceMode: true }))
  await maintenance('off')
  await vi.waitFor(async () => expect(await status()).toEqual({ maintenanceMode: false }))
  expect(await maintenance('maybe')).toEqual({ code: 1, stdout: '', stderr: 'usage: maintenance on | off\n' })
})
