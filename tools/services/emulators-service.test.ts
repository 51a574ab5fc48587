import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { emulatorsService } from './emulators-service.ts'
import { freePortBase } from './free-port-base.ts'
import { readPlaces, serviceEnvironment } from './places.ts'

test('the emulators start, answer where the environment says, and are gone after stopping', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'emulators-service-'))
  const base = String(await freePortBase())
  const places = readPlaces({ SLIPSTREAM_SERVICES_DIR: folder, SLIPSTREAM_PORT_BASE: base })
  const service = emulatorsService(places)
  const { STRIPE_API_URL, DISCORD_URL, DISCORD_CDN_URL, TURNSTILE_URL, EMULATORS_URL } = serviceEnvironment(places)
  const statusOf = async (address: string) => (await fetch(address)).status
  try {
    await service.start()
    expect(service.pids()).toHaveLength(1)
    expect(await statusOf(EMULATORS_URL)).toBe(200)
    expect(await statusOf(`${STRIPE_API_URL}/v1/customers`)).toBe(401)
    expect(await statusOf(`${DISCORD_URL}/api/users/@me`)).toBe(401)
    expect(await statusOf(`${DISCORD_CDN_URL}/embed/avatars/0.png`)).toBe(200)
    expect(await statusOf(`${TURNSTILE_URL}/turnstile/v0/api.js`)).toBe(200)
  } finally {
    await service.stop()
    rmSync(folder, { recursive: true })
  }
  expect(service.pids()).toEqual([])
  await expect(service.check()).rejects.toThrow()
})
