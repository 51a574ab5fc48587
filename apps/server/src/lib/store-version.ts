import { readFileSync } from 'node:fs'
import path from 'node:path'

const MANIFEST = path.resolve(import.meta.dirname, '../../package.json')

/** The version of the running store. */
export const STORE_VERSION = (JSON.parse(readFileSync(MANIFEST, 'utf8')) as { version: string }).version
