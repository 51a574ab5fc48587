import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Unprepared } from '../services/unprepared.ts'

/** An nginx in front of two servers that caches what their headers allow, as a CDN does. */
export const startCachingProxy = async (port: number, servers: readonly number[]) => {
  if (spawnSync('nginx', ['-v']).error) {
    throw new Unprepared('nginx is missing. Run:\napt-get install -y --no-install-recommends nginx-light')
  }
  const folder = mkdtempSync(join(tmpdir(), 'slipstream-proxy-'))
  // Started by root, nginx works as a user without rights, who must get to its own folders in here.
  chmodSync(folder, 0o755)
  writeFileSync(join(folder, 'nginx.conf'), configuration(folder, port, servers))
  const nginx = spawn('nginx', ['-p', folder, '-e', 'stderr', '-c', join(folder, 'nginx.conf')], { stdio: 'inherit' })
  const gone = once(nginx, 'exit')
  return {
    address: `http://127.0.0.1:${port}`,
    close: async () => {
      nginx.kill('SIGTERM')
      await gone
      rmSync(folder, { recursive: true })
    },
  }
}

const configuration = (folder: string, port: number, servers: readonly number[]) => `
daemon off;
pid ${folder}/nginx.pid;
worker_processes 1;
events {}
http {
  access_log off;
  ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder}/${name};`).join(' ')}
  proxy_cache_path ${folder}/cache keys_zone=pages:10m;
  upstream store { ${servers.map((server) => `server 127.0.0.1:${server} max_fails=0;`).join(' ')} }
  server {
    listen 127.0.0.1:${port};
    location / {
      proxy_pass http://store;
      proxy_set_header Host $http_host;
      proxy_set_header X-Forwarded-For $remote_addr;
      proxy_cache pages;
      proxy_cache_key $request_uri;
      proxy_cache_use_stale updating;
      proxy_cache_background_update on;
      add_header X-Cache $upstream_cache_status always;
    }
  }
}
`
