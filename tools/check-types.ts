/** Type-checks every package; the web first gets the types of its routes. */
import { spawn, spawnSync } from 'node:child_process'
import path from 'node:path'

const ROOT = path.resolve(import.meta.dirname, '..')
const bin = (name: string) => path.join(ROOT, 'node_modules/.bin', name)
const PROJECTS = ['apps/web', 'apps/server', 'packages/contract', 'packages/db', 'packages/emulators', 'e2e', 'tools']
const AT_ONCE = 2

const typegen = spawnSync(bin('react-router'), ['typegen'], { cwd: path.join(ROOT, 'apps/web'), stdio: 'inherit' })
if (typegen.status !== 0) process.exit(1)

const check = (project: string) =>
  new Promise<boolean>((resolve) => {
    spawn(bin('tsc'), ['--noEmit', '--pretty', '-p', project], { cwd: ROOT, stdio: 'inherit' }).on('exit', (code) =>
      resolve(code === 0),
    )
  })

const waiting = [...PROJECTS]
const results: boolean[] = []
const work = async () => {
  for (let project = waiting.shift(); project !== undefined; project = waiting.shift())
    results.push(await check(project))
}
await Promise.all(Array.from({ length: AT_ONCE }, work))

if (results.includes(false)) process.exit(1)
console.log(`${PROJECTS.length} packages type-checked`)
