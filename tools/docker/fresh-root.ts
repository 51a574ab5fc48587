import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

interface Said {
  code: number | null
  out: string
  error: string
}

export interface FreshRoot {
  /** Runs a command in the root and returns its output. */
  run: (env: Record<string, string>, ...command: string[]) => Promise<Said>
}

/**
 * A Debian that has nothing but its base. `shared` is visible inside under the same path, because the Docker daemon outside
 * mounts files from there. Mounts end with each command. `hosts` are names with their addresses.
 */
export const makeFreshRoot = (
  folder: string,
  archive: string,
  shared: string,
  hosts: Readonly<Record<string, string>>,
): FreshRoot => {
  mkdirSync(folder, { recursive: true })
  execFileSync('tar', ['--extract', '--file', archive, '--directory', folder])
  copyFileSync('/etc/resolv.conf', join(folder, 'etc/resolv.conf'))
  const lines = Object.entries({ localhost: '127.0.0.1', ...hosts }).map(([name, address]) => `${address} ${name}\n`)
  writeFileSync(join(folder, 'etc/hosts'), lines.join(''))
  mkdirSync(join(folder, shared), { recursive: true })
  const enter = [
    `mount --bind '${shared}' '${join(folder, shared)}'`,
    `mount -t proc proc '${join(folder, 'proc')}'`,
    `mount --bind /dev '${join(folder, 'dev')}'`,
    `exec chroot '${folder}' /usr/bin/env -i "$@"`,
  ].join(' && ')
  return {
    run: async (env, ...command) => {
      const settings = Object.entries({
        PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
        HOME: '/root',
        ...env,
      })
      const args = [
        '--mount',
        '--fork',
        'bash',
        '-c',
        enter,
        'bash',
        ...settings.map(([name, value]) => `${name}=${value}`),
        ...command,
      ]
      const child = spawn('unshare', args, { stdio: ['ignore', 'pipe', 'pipe'] })
      let [out, error] = ['', '']
      child.stdout.setEncoding('utf8').on('data', (text: string) => {
        out += text
        process.stdout.write(text)
      })
      child.stderr.setEncoding('utf8').on('data', (text: string) => (error += text))
      const [code] = (await once(child, 'close')) as [number | null]
      return { code, out, error: error.trim() }
    },
  }
}

/** The debootstrap archive that stand-ins.sh made. */
export const freshArchive = (cache: string) => {
  const file = join(cache, 'stand-ins/debian/root.tar')
  readFileSync(file, { flag: 'r' }).subarray(0, 1)
  return file
}
