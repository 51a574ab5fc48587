import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { repositoryRoot } from '../services/places.ts'
import { printError } from '../services/unprepared.ts'
import { CACHE, type Docker, makeStandIns, openDocker } from './docker.ts'

export interface Trial {
  docker: Docker
  /** Removed at the end. */
  folder: string
  /** Cleanup steps, run at the end in reverse order. */
  undo: (() => unknown)[]
  /** Aborted when the trial is told to stop. */
  signal: AbortSignal
}

const LINES = '60'
const POSTGRES = join(repositoryRoot, 'deploy/postgres')

/** The last output of the trial's containers, which are removed at its end. */
const printLogs = async (docker: Docker) => {
  const names = await docker.ask('ps', '--all', '--filter', 'name=^slipstream-', '--format', '{{.Names}}')
  for (const name of names.split('\n').filter((each) => each !== '')) {
    console.error(`--- ${name}`)
    await docker.show('logs', '--tail', LINES, name)
  }
}

/** Runs a trial with a Docker daemon and the base images. Cleans up at its end, however it ends. */
export const runTrial = async (name: string, play: (trial: Trial) => Promise<void>) => {
  const undo: Trial['undo'] = []
  const stopping = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stopping.abort())
  const folder = realpathSync(mkdtempSync(join(tmpdir(), `slipstream-${name}-`)))
  undo.push(() => rmSync(folder, { recursive: true, force: true }))
  let docker: Docker | undefined
  try {
    docker = await openDocker(CACHE)
    undo.push(docker.stop)
    // A machine that reaches a registry tries the published images.
    if (process.env.REAL_IMAGES !== 'yes') makeStandIns(docker)
    await docker.show('build', '--quiet', '--network', 'host', '--tag', 'slipstream-postgres:15', POSTGRES)
    await play({ docker, folder, undo, signal: stopping.signal })
  } catch (error) {
    if (docker) await printLogs(docker).catch(console.error)
    printError(error)
    process.exitCode = 1
  } finally {
    for (const step of undo.reverse()) {
      try {
        await step()
      } catch (error) {
        console.error(error)
      }
    }
  }
}
