import { execFileSync } from 'node:child_process'
import { resolve } from 'node:path'
import type { RouteEntry } from './addresses.ts'

const root = resolve(import.meta.dirname, '../..')

/** The route table of the web app. Tools may not import the apps, so it is read from the router's command line. */
export const readRoutes = () => {
  const router = resolve(root, 'node_modules/.bin/react-router')
  const json = execFileSync(process.execPath, [router, 'routes', '--json'], {
    cwd: resolve(root, 'apps/web'),
    encoding: 'utf8',
  })
  return JSON.parse(json.slice(json.indexOf('['))) as RouteEntry[]
}
