/**
 * npm run try:docker: builds the unchanged deploy/Dockerfile with a real Docker daemon, measures the image against its
 * budget, starts the unchanged deploy/compose.yaml from it, and buys a mod in a browser. Needs Debian's docker.io,
 * docker-compose and mmdebstrap. Where no registry can be reached, stand-ins.sh makes the base images from Debian packages.
 * With --built it uses the image of the last time.
 */
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { environment } from '../environment.ts'
import { type Places, repositoryRoot, serviceEnvironment } from '../services/places.ts'
import { requireConfined } from './composed-store.ts'
import type { Docker } from './docker.ts'
import { sizeLine, sizeProblem, unwantedFiles } from './image-checks.ts'
import { runTrial } from './run-trial.ts'
import { startComposedStore } from './start-composed.ts'

const IMAGE = 'slipstream:latest'

const buildImage = async (docker: Docker) => {
  const began = Date.now()
  await docker.show(
    'build',
    '--network',
    'host',
    '--file',
    join(repositoryRoot, 'deploy/Dockerfile'),
    '--tag',
    IMAGE,
    repositoryRoot,
  )
  console.log(`built in ${Math.round((Date.now() - began) / 1_000)} s`)
}

const checkImage = async (docker: Docker, folder: string) => {
  const bytes = Number(await docker.ask('image', 'inspect', '--format', '{{.Size}}', IMAGE))
  console.log(sizeLine(bytes))
  const container = await docker.ask('create', IMAGE)
  const archive = join(folder, 'image.tar')
  await docker.ask('export', '--output', archive, container)
  await docker.ask('rm', container)
  const files = execFileSync('tar', ['--list', '--file', archive], { maxBuffer: 64_000_000 }).toString().split('\n')
  rmSync(archive)
  const unwanted = unwantedFiles(files)
  const problems = [
    sizeProblem(bytes),
    unwanted.length > 0 ? `does not belong in it: ${unwanted.slice(0, 20).join(', ')}` : null,
  ]
  const found = problems.filter((problem) => problem !== null)
  if (found.length > 0) throw new Error(found.join('\n'))
  console.log(`${files.length} files, no test, tool, emulator, compiler, shell or certificate among them`)
}

/** One purchase in a browser, through Caddy. The emulated Stripe calls the webhook there too. */
const buy = async (url: string, databaseUrl: string, places: Places) => {
  const prepared = {
    url,
    secondUrl: url,
    firstFreePort: 0,
    demo: '',
    environment: { ...serviceEnvironment(places), DATABASE_URL: databaseUrl },
  }
  const child = spawn('playwright', ['test', '--config', 'e2e/shipped.config.ts'], {
    cwd: repositoryRoot,
    env: { ...environment(), STORES: JSON.stringify([prepared]) },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  const [code] = (await once(child, 'exit')) as [number | null]
  if (code !== 0) throw new Error('the purchase failed')
}

await runTrial('docker', async (trial) => {
  const { docker, folder } = trial
  if (!process.argv.includes('--built')) await buildImage(docker)
  await checkImage(docker, folder)
  trial.signal.throwIfAborted()

  const { url, databaseUrl, places } = await startComposedStore(trial)
  for (const service of ['server-1', 'server-2', 'worker']) await requireConfined(docker, service)
  await buy(url, databaseUrl, places)
  console.log(await docker.ask('stats', '--no-stream', '--format', '{{.Name}} {{.MemUsage}}'))
})
