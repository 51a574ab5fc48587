// Preloads the lazy modules so that no test waits for them.
import '@slipstream/contract/operations'
import { configure, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import type { OperationView } from '@slipstream/contract/operations'
import { pretendStore, refuse, showAt } from '#testing/pretend-store.tsx'
import { OperationsTray } from './operations-tray.tsx'

vi.setConfig({ testTimeout: 30_000 })
configure({ asyncUtilTimeout: 10_000 })

const LIST = 'GET /api/admin/operations'
const CANCEL = 'POST /api/admin/operations/4/cancel'
const user = userEvent.setup({ delay: null })

const sentOperation = (changes: Partial<OperationView> = {}): OperationView => ({
  id: 4,
  kind: 'cleanup',
  title: 'Cleanup',
  state: 'running',
  done: 120,
  total: 400,
  unit: 'rows',
  message: 'Sign-in attempts',
  error: null,
  isCanceling: false,
  startedBy: 'idris',
  createdAt: new Date().toISOString(),
  heartbeatAt: new Date().toISOString(),
  finishedAt: null,
  ...changes,
})

let listed: OperationView[]
let store: ReturnType<typeof pretendStore>
beforeEach(() => {
  listed = [sentOperation()]
  store = pretendStore({ [LIST]: () => ({ operations: listed }) })
})

const open = async () => {
  showAt('/admin', <OperationsTray trigger={<button type="button">Background work</button>} />)
  await user.click(screen.getByRole('button', { name: 'Background work' }))
  return within(await screen.findByRole('dialog', { name: 'Background work' }))
}

test('the tray shows the progress of a running operation', async () => {
  const tray = await open()
  expect((await tray.findByRole('progressbar', { name: 'Sign-in attempts' })).getAttribute('aria-valuenow')).toBe('30')
  expect(tray.getByText('120 of 400')).toBeTruthy()
  expect(tray.getByText(/^Started by idris/)).toBeTruthy()
})

test('the tray shows bytes as sizes, and a bar without a value while the total is unknown', async () => {
  listed = [sentOperation({ unit: 'bytes', done: 418_000_000, total: null })]
  const tray = await open()
  expect((await tray.findByRole('progressbar')).getAttribute('aria-valuenow')).toBeNull()
  expect(tray.getByText('418 MB')).toBeTruthy()
})

test('a running operation can be canceled', async () => {
  store.answers[CANCEL] = () => {
    listed = [sentOperation({ state: 'canceled', message: 'Canceled', finishedAt: new Date().toISOString() })]
    return listed[0]
  }
  const tray = await open()
  await user.click(await tray.findByRole('button', { name: 'Cancel operation' }))
  expect(await tray.findAllByText('Canceled')).toHaveLength(2)
  expect(tray.queryByRole('button', { name: 'Cancel operation' })).toBeNull()
})

test('a failed operation says why', async () => {
  const finishedAt = new Date().toISOString()
  listed = [
    sentOperation({ state: 'failed', message: 'Failed', error: 'the disk is full', startedBy: null, finishedAt }),
  ]
  const tray = await open()
  expect(await tray.findByText('the disk is full')).toBeTruthy()
  expect(tray.getByText(/^Started by the schedule/)).toBeTruthy()
})

test('an operation whose worker has stopped reporting says so', async () => {
  listed = [sentOperation({ heartbeatAt: new Date(Date.now() - 61_000).toISOString() })]
  const tray = await open()
  expect(await tray.findByText(/^No worker has reported for a minute\./)).toBeTruthy()
})

test('an empty operations tray says that nothing is running', async () => {
  listed = []
  const tray = await open()
  expect(await tray.findByText('Nothing is running')).toBeTruthy()
})

test('an operations tray that fails to load offers to try again', async () => {
  store.answers[LIST] = () => refuse('server.failed')
  const tray = await open()
  expect(await tray.findByText('The operations could not be loaded.')).toBeTruthy()
  store.answers[LIST] = () => ({ operations: listed })
  await user.click(tray.getByRole('button', { name: 'Try again' }))
  expect(await tray.findByText('120 of 400')).toBeTruthy()
})
