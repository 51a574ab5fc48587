import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { beforeEach, expect, test } from 'vitest'

const SCRIPT = path.join(import.meta.dirname, 'pin-digests.ts')
const [OLD, NEW] = ['a'.repeat(64), 'b'.repeat(64)]
const [TAG, COMMIT] = ['c'.repeat(40), 'd'.repeat(40)]
const FILES = {
  'compose.yaml': 'services:\n  cache:\n    image: redis:7\n  store:\n    image: ${STORE:-slipstream:latest}\n',
  'deploy/compose.yaml': `x-own:\n  image: slipstream-postgres:15\ny:\n  image: redis:7@sha256:${OLD}\n`,
  'deploy/Dockerfile': 'FROM node:24-bookworm-slim AS build\nFROM scratch AS store\nFROM store\n',
  '.github/workflows/check.yml': 'container: node:20-bookworm\nsteps:\n  - uses: actions/checkout@v4\n',
}

let root: string
/** Programs of these names, which answer as the real ones would. */
const installPrograms = (programs: Record<string, string>) => {
  for (const [name, script] of Object.entries(programs)) {
    writeFileSync(path.join(root, 'bin', name), `#!/bin/sh\n${script}\n`)
    chmodSync(path.join(root, 'bin', name), 0o755)
  }
}
beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'pins-'))
  for (const folder of ['bin', 'deploy', '.github/workflows']) mkdirSync(path.join(root, folder), { recursive: true })
  for (const [file, text] of Object.entries(FILES)) writeFileSync(path.join(root, file), text)
})
const pin = () =>
  spawnSync(process.execPath, [SCRIPT], {
    cwd: root,
    encoding: 'utf8',
    env: { PATH: `${root}/bin:/bin:/usr/bin`, GITHUB_SERVER_URL: 'https://code.example' },
  })
const read = () =>
  Object.fromEntries(Object.keys(FILES).map((file) => [file, readFileSync(path.join(root, file), 'utf8')]))
const LS_REMOTE = `[ "$2" = https://code.example/actions/checkout ] && printf '${TAG}\\trefs/tags/v4\\n${COMMIT}\\trefs/tags/v4^{}\\n'`

test('tags of images and actions get the digests that their registries name, and a later run renews them', () => {
  installPrograms({ docker: `echo sha256:${NEW}`, git: LS_REMOTE })
  const { status, stdout } = pin()
  expect([status, stdout]).toEqual([0, '4 of 4 references resolved, 4 files changed\n'])
  expect(read()).toEqual({
    'compose.yaml': `services:\n  cache:\n    image: redis:7@sha256:${NEW}\n  store:\n    image: \${STORE:-slipstream:latest}\n`,
    'deploy/compose.yaml': `x-own:\n  image: slipstream-postgres:15\ny:\n  image: redis:7@sha256:${NEW}\n`,
    'deploy/Dockerfile': `FROM node:24-bookworm-slim@sha256:${NEW} AS build\nFROM scratch AS store\nFROM store\n`,
    '.github/workflows/check.yml': `container: node:20-bookworm@sha256:${NEW}\nsteps:\n  - uses: actions/checkout@${COMMIT} # v4\n`,
  })
  expect(pin().stdout).toBe('4 of 4 references resolved, 0 files changed\n')
})

test('where no registry can be reached, the command says so, changes nothing and fails', () => {
  installPrograms({ docker: 'echo "no such host" >&2; exit 1', git: 'echo "could not resolve host" >&2; exit 128' })
  const { status, stdout, stderr } = pin()
  expect([status, stdout]).toEqual([1, '0 of 4 references resolved, 0 files changed\n'])
  expect(stderr).toContain('redis:7 stays as it is: no such host')
  expect(stderr).toContain('actions/checkout@v4 stays as it is: could not resolve host')
  expect(read()).toEqual(FILES)
})

test('an answer that is no digest is not written', () => {
  installPrograms({ docker: 'echo sha256:short', git: 'true' })
  expect(pin().status).toBe(1)
  expect(read()).toEqual(FILES)
})
