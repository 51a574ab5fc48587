import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { readPlaces, repositoryRoot, serviceEnvironment, storeEnvironment } from './services/places.ts'

/** As an address, because the folder's name may contain spaces. */
const QUICK_IMPORTS = `--import=${new URL('../apps/server/src/quick-imports.ts', import.meta.url).href}`

/**
 * The settings of a development machine: `.env`, or `.env.example` if it does not exist. Variables of the shell
 * override them. SLIPSTREAM_PORT_BASE moves every address at once.
 */
export const environment = (shell: NodeJS.ProcessEnv = process.env): NodeJS.ProcessEnv => {
  const file = readSettings()
  const places = { ...file, ...shell }
  const { NODE_OPTIONS: options = '' } = places
  const NODE_OPTIONS = options.includes(QUICK_IMPORTS) ? options : `${options} ${QUICK_IMPORTS}`.trim()
  return { ...file, ...(places.SLIPSTREAM_PORT_BASE && addresses(places)), ...shell, NODE_OPTIONS }
}

const readSettings = () => {
  const own = join(repositoryRoot, '.env')
  return parseEnv(readFileSync(existsSync(own) ? own : join(repositoryRoot, '.env.example'), 'utf8'))
}

const addresses = (settings: NodeJS.ProcessEnv) => {
  const places = readPlaces(settings)
  return { ...serviceEnvironment(places), ...storeEnvironment(places) }
}
