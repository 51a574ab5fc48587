import { expect, test } from 'vitest'
import { DAY_MS } from '@slipstream/contract/durations'
import { findExpiring, findFullDisks } from './machine.alerts.ts'

const { signal } = new AbortController()
const disk = (used: number, device = 1) => ({ device, used, freeBytes: 5.4e9 })
const subjects = (findings: readonly { subject?: string }[]) => findings.map(({ subject }) => subject)

test('a disk is reported at 80 % and again at 95 %, and once if two paths are on it', async () => {
  expect(await findFullDisks(['/app'], async () => disk(0.799))).toEqual([])
  expect(await findFullDisks(['/app', '/tmp'], async () => disk(0.806))).toEqual([
    { subject: '/app', problem: 'The disk under /app is 80 % full; 5 GB are left.' },
  ])
  expect(subjects(await findFullDisks(['/app'], async () => disk(0.95)))).toEqual(['/app', '/app (almost full)'])
  const two = await findFullDisks(['/app', '/tmp'], async (path) => disk(0.9, path.length))
  expect(subjects(two)).toEqual(['/app'])
})

test('the disk of this machine can be measured', async () => {
  await expect(findFullDisks([process.cwd()])).resolves.toBeInstanceOf(Array)
})

test('a certificate is reported two weeks and again three days before it expires', async () => {
  const expiring = (days: number) =>
    findExpiring('https://store.example:8443', signal, async () => new Date(Date.now() + days * DAY_MS))
  expect(await expiring(14.1)).toEqual([])
  expect(subjects(await expiring(13.9))).toEqual(['store.example:8443 within 14 days'])
  expect(subjects(await expiring(2))).toHaveLength(2)
  expect((await expiring(-1))[0]?.problem).toContain('Browsers refuse to open the store.')
})

test('an http address has no certificate, and one that nobody serves cannot be checked', async () => {
  expect(await findExpiring('http://127.0.0.1:1', signal)).toEqual([])
  await expect(findExpiring('https://127.0.0.1:1', signal)).rejects.toThrow('ECONNREFUSED')
})
