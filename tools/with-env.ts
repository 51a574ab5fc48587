/** node tools/with-env.ts SCRIPT ARGS…: runs a script with the settings of this machine, as `npm run dev` does. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { constants } from 'node:os'
import { environment } from './environment.ts'

const child = spawn(process.execPath, process.argv.slice(2), { env: environment(), stdio: 'inherit' })

process.on('SIGTERM', () => child.kill('SIGTERM'))
process.on('SIGHUP', () => child.kill('SIGHUP'))
// The terminal sends Ctrl-C to both processes. Forwarding it again would kill the script during its cleanup.
process.on('SIGINT', () => process.stdin.isTTY || child.kill('SIGINT'))

const [code, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null]
process.exitCode = signal ? 128 + constants.signals[signal] : (code ?? 1)
