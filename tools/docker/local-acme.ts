import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { request } from 'node:https'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

interface AcmeOptions {
  folder: string
  /** Where containers reach this machine. */
  host: string
  ports: { acme: number; management: number; dns: number; http: number; https: number }
}

const START_MS = 30_000

/** A certificate authority of our own that really validates: pebble, with a DNS server that sends every name here. */
export const startAcme = async ({ folder, host, ports }: AcmeOptions) => {
  mkdirSync(folder, { recursive: true })
  const [key, certificate] = [join(folder, 'acme.key'), join(folder, 'acme.pem')]
  const subject = ['-subj', '/CN=acme.test', '-addext', `subjectAltName=IP:${host},IP:127.0.0.1`]
  execFileSync(
    'openssl',
    ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-keyout', key, '-out', certificate, ...subject],
    { stdio: 'ignore' },
  )
  const config = {
    pebble: {
      listenAddress: `0.0.0.0:${ports.acme}`,
      managementListenAddress: `127.0.0.1:${ports.management}`,
      certificate,
      privateKey: key,
      httpPort: ports.http,
      tlsPort: ports.https,
      ocspResponderURL: '',
      externalAccountBindingRequired: false,
    },
  }
  writeFileSync(join(folder, 'pebble.json'), JSON.stringify(config))
  const dnsArgs = ['-defaultIPv4', '127.0.0.1', '-defaultIPv6', '', '-dns01', `127.0.0.1:${ports.dns}`]
  const dns = spawn(
    'pebble-challtestsrv',
    [...dnsArgs, '-http01', '', '-https01', '', '-tlsalpn01', '', '-management', ''],
    { stdio: 'ignore' },
  )
  const acme = spawn('pebble', ['-config', join(folder, 'pebble.json'), '-dnsserver', `127.0.0.1:${ports.dns}`], {
    env: { ...process.env, PEBBLE_VA_NOSLEEP: '1', PEBBLE_WFE_NONCEREJECT: '0' },
    stdio: 'ignore',
  })
  const stop = async () => {
    for (const child of [acme, dns]) {
      if (child.exitCode !== null) continue
      const gone = once(child, 'exit')
      child.kill()
      await gone
    }
  }
  const ca = readFileSync(certificate, 'utf8')
  const deadline = Date.now() + START_MS
  for (;;) {
    const root = await get(`https://127.0.0.1:${ports.management}/roots/0`, ca).catch(() => null)
    if (root !== null) return { certificate: ca, root, stop, directory: `https://${host}:${ports.acme}/dir` }
    if (Date.now() > deadline) {
      await stop()
      throw new Error('pebble does not start')
    }
    await sleep(200)
  }
}

const get = (url: string, ca: string) =>
  new Promise<string>((resolve, reject) => {
    request(url, { ca }, (answer) => {
      let body = ''
      answer.setEncoding('utf8').on('data', (text: string) => (body += text))
      answer.once('end', () =>
        answer.statusCode === 200 ? resolve(body) : reject(new Error(String(answer.statusCode))),
      )
    })
      .once('error', reject)
      .end()
  })
