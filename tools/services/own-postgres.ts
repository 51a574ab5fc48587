import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startServices, stopServices } from './all-services.ts'
import { freePortBase } from './free-port-base.ts'
import { readPlaces, serviceEnvironment } from './places.ts'

/** A fresh PostgreSQL cluster for one run. Other databases of the machine are not touched. */
export const openOwnPostgres = async (purpose: string) => {
  const folder = mkdtempSync(join(tmpdir(), `slipstream-${purpose}-`))
  const places = readPlaces({ SLIPSTREAM_SERVICES_DIR: folder, SLIPSTREAM_PORT_BASE: String(await freePortBase()) })
  const close = async () => {
    await stopServices(places, ['postgres'])
    rmSync(folder, { recursive: true })
  }
  try {
    await startServices(places, undefined, ['postgres'])
  } catch (error) {
    await close()
    throw error
  }
  return { places, url: serviceEnvironment(places).DATABASE_URL, close }
}
