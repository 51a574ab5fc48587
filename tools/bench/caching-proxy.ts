import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { repositoryRoot } from '../services/places.ts'
import { Unprepared } from '../services/unprepared.ts'

/** The nginx of deploy/nginx.conf in front of servers: it caches what their headers allow, as a CDN does. */
export const startCachingProxy = async (port: number, servers: readonly number[]) => {
  if (spawnSync('nginx', ['-v']).error) {
    throw new Unprepared('nginx is missing. Run:\napt-get install -y --no-install-recommends nginx-light')
  }
  const folder = mkdtempSync(join(tmpdir(), 'slipstream-proxy-'))
  // Started by root, nginx runs its workers as an unprivileged user, who must be able to enter its folders in here.
  chmodSync(folder, 0o755)
  writeFileSync(join(folder, 'nginx.conf'), configuration(folder, port, servers))
  writeFileSync(join(folder, 'purge.conf'), `127.0.0.1:${PURGE_SECRET} 1;\n`)
  const nginx = spawn('nginx', ['-p', folder, '-e', 'stderr', '-c', join(folder, 'nginx.conf')], { stdio: 'inherit' })
  const gone = once(nginx, 'exit')
  const address = `http://127.0.0.1:${port}`
  await untilAnswering(address, nginx)
  return {
    address,
    cacheFolder: join(folder, 'cache'),
    logFile: join(folder, 'access.log'),
    close: async () => {
      nginx.kill('SIGTERM')
      await gone
      rmSync(folder, { recursive: true })
    },
  }
}

/** Any answer will do: nginx itself answers without servers. */
const untilAnswering = async (address: string, nginx: ChildProcess) => {
  while (!(await fetch(address, { method: 'OPTIONS' }).catch(() => null))) {
    if (nginx.exitCode !== null) throw new Error('nginx did not start')
    await sleep(20)
  }
}

/** As long as the secret that the configuration recommends. */
export const PURGE_SECRET = randomBytes(24).toString('hex')

/** The shipped configuration with ports and folders of our own. */
const configuration = (folder: string, port: number, servers: readonly number[]) => {
  const shipped = readFileSync(join(repositoryRoot, 'deploy/nginx.conf'), 'utf8')
  const changes: [RegExp, string][] = [
    [/(?<=proxy_cache_path )\S+/, `${folder}/cache`],
    [/(?: {2}server 127\.0\.0\.1:\d+;\n)+/, servers.map((server) => `  server 127.0.0.1:${server};\n`).join('')],
    [/(?<=include )\S+purge\S+;/, `${folder}/purge.conf;`],
    [/(?<=access_log )\S+/, `${folder}/access.log`],
    [/(?<=error_log )\S+/, `${folder}/errors.log`],
    [/listen 80;/, `listen 127.0.0.1:${port};`],
    // With the port, as a browser calls a store on this machine.
    [/Host \$host;/, 'Host $http_host;'],
  ]
  const changed = changes.reduce((text, [from, to]) => {
    if (!from.test(text)) throw new Error(`deploy/nginx.conf has no ${from.source}`)
    return text.replace(from, () => to)
  }, shipped)
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  return `
daemon off;
pid ${folder}/nginx.pid;
worker_processes 1;
events {}
http {
  access_log off;
  ${temporary.map((name) => `${name}_temp_path ${folder}/${name};`).join(' ')}
  ${changed}
}
`
}
