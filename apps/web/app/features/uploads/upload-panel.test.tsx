import './testing/readable-files.ts'
// Preloads the lazy modules so that no test waits for them.
import '@slipstream/contract/uploads'
import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ERRORS } from '@slipstream/contract/errors'
import type { Upload } from '@slipstream/contract/uploads'
import { createQueryClient } from '#lib/query-client.ts'
import { fingerprintOf } from './fingerprint.ts'
import { exampleReport, exampleUpload } from './testing/example-upload.ts'
import { transferOf } from './transfers.ts'
import { cancelUpload } from './upload-engine.ts'
import { UploadPanel } from './upload-panel.tsx'

// The page polls every second, and a busy machine is slow.
vi.setConfig({ testTimeout: 30_000 })

const user = userEvent.setup({ delay: null })
const MOD = 7

/** The uploads of the mod, and the requests the server received. */
let uploads: Upload[] = []
let asked: string[] = []
let started: unknown[] = []
let refusal: Response | null = null
const { id } = exampleUpload

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  uploads = []
  asked = []
  started = []
  refusal = null
  vi.stubGlobal('fetch', async (path: string, { method, body }: { method: string; body?: string }) => {
    asked.push(`${method} ${path}`)
    if (refusal) return refusal
    if (method === 'DELETE') uploads = []
    if (method === 'DELETE') return Response.json(null)
    // No storage accepts the parts, so uploads stay at their start.
    if (method === 'POST') return new Promise<Response>(() => started.push(JSON.parse(body ?? '')))
    return Response.json(path === `/api/admin/uploads/${id}` ? uploads[0] : uploads)
  })
})
afterEach(async () => {
  await cancelUpload(MOD, null)
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const show = () => {
  render(
    <QueryClientProvider client={createQueryClient()}>
      <UploadPanel modId={MOD}>{({ report }) => <p>{report?.fileCount} files were found</p>}</UploadPanel>
    </QueryClientProvider>,
  )
}
const field = (name: RegExp) => screen.findByLabelText<HTMLInputElement>(name)
const fileOf = (content: string, name = 'strada.zip') => new File([content], name)
const choose = (input: HTMLInputElement, file: File) => {
  Object.defineProperty(input, 'files', { value: [file], configurable: true })
  input.dispatchEvent(new Event('change', { bubbles: true }))
}

test('a chosen archive starts uploading immediately', async () => {
  show()
  choose(await field(/Drop the mod’s zip/), fileOf('some bytes'))
  expect(await screen.findByText('Preparing strada.zip')).toBeTruthy()
  await waitFor(() => expect(started).toMatchObject([{ modId: MOD, fileName: 'strada.zip', openAs: 'mod' }]))
})

test('a plain zip for another game is uploaded as such', async () => {
  show()
  await user.click(await screen.findByLabelText(/Plain zip/))
  choose(await field(/Drop the mod’s zip/), fileOf('some bytes'))
  await waitFor(() => expect(started).toMatchObject([{ openAs: 'plain-zip' }]))
})

test('an empty file is rejected at the field before anything is sent', async () => {
  show()
  choose(await field(/Drop the mod’s zip/), fileOf(''))
  expect(await screen.findByText('strada.zip is empty.')).toBeTruthy()
  expect(transferOf(MOD)).toBeUndefined()
})

test('an upload can be paused, and canceled after a confirmation', async () => {
  show()
  choose(await field(/Drop the mod’s zip/), fileOf('some bytes'))
  await user.click(await screen.findByRole('button', { name: 'Pause' }))
  expect(await screen.findByRole('button', { name: 'Resume' })).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  await user.click(await screen.findByRole('button', { name: 'Cancel the upload' }))
  expect(await field(/Drop the mod’s zip/)).toBeTruthy()
})

test('after a reload the same file resumes the upload, and a different file is rejected with an error that names it', async () => {
  const same = fileOf('some bytes of a mod')
  const sent = { sizeBytes: same.size, fingerprint: await fingerprintOf(same), openAs: 'plain-zip' } as const
  const progress = { doneBytes: 1_000, ofBytes: same.size }
  uploads = [{ ...exampleUpload, ...sent, status: 'uploading', doneParts: [1], progress, report: null }]
  show()
  const again = await field(/Choose strada.zip again to resume/)
  choose(again, fileOf('some bytes of a car', 'vento.zip'))
  expect(await screen.findByText(/vento.zip is a different file. Choose strada.zip/)).toBeTruthy()
  expect(transferOf(MOD)).toBeUndefined()

  choose(again, same)
  await waitFor(() => expect(started).toMatchObject([sent]))
})

test('an incomplete upload can be discarded', async () => {
  uploads = [{ ...exampleUpload, status: 'uploading', report: null }]
  show()
  await user.click(await screen.findByRole('button', { name: 'Discard' }))
  await user.click(await screen.findByRole('button', { name: 'Discard' }))
  expect(await field(/Drop the mod’s zip/)).toBeTruthy()
  expect(asked).toContain(`DELETE /api/admin/uploads/${id}`)
})

test('an archive that is being read and checked shows live progress and its report', async () => {
  uploads = [{ ...exampleUpload, status: 'reading', report: null, progress: { doneBytes: 0, ofBytes: 0 } }]
  show()
  expect(await screen.findByRole('progressbar', { name: 'Reading the archive' })).toBeTruthy()
  expect(screen.queryByText('226 files were found')).toBeNull()

  uploads = [{ ...exampleUpload, status: 'checking', progress: { doneBytes: 150, ofBytes: 300 } }]
  const checking = await screen.findByRole('progressbar', { name: 'Checking every byte' }, { timeout: 10_000 })
  expect(checking.getAttribute('aria-valuenow')).toBe('50')
  expect(screen.getByText('226 files were found')).toBeTruthy()

  uploads = [exampleUpload]
  expect(await screen.findByText('Checked', {}, { timeout: 10_000 })).toBeTruthy()
  // Every new status refetches the list.
  expect(asked.filter((call) => call === `GET /api/admin/mods/${MOD}/uploads`).length).toBeGreaterThan(2)
})

test('a finished archive is not polled', async () => {
  uploads = [exampleUpload]
  show()
  expect(await screen.findByText('Checked')).toBeTruthy()
  expect(asked).not.toContain(`GET /api/admin/uploads/${id}`)
})

test('an archive that is used by a release cannot be discarded', async () => {
  uploads = [{ ...exampleUpload, releaseId: 3 }]
  show()
  expect(await screen.findByText('Checked, in a release')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Discard' })).toBeNull()
})

test('earlier archives are listed, and those without a release can be discarded', async () => {
  const earlier = { ...exampleUpload, id: 3, fileName: 'strada_1.zip', releaseId: 2 }
  uploads = [{ ...exampleUpload, releaseId: 3 }, earlier, { ...exampleUpload, id: 2, fileName: 'strada_0.zip' }]
  show()
  await user.click(await screen.findByText('2 earlier archives'))
  expect(screen.getByText('strada_1.zip')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Discard' }))
  expect(await screen.findByText('Discard strada_0.zip?')).toBeTruthy()
})

test('a rejected archive offers another upload, and a wrong root folder offers the plain zip option', async () => {
  const finding = { code: 'wrong-root', severity: 'refusal', entry: 'MyMod/vehicles', sentence: '' } as const
  uploads = [{ ...exampleUpload, status: 'refused', report: { ...exampleReport, findings: [finding] } }]
  show()
  expect((await screen.findByRole('alert')).textContent).toContain('can’t be published as it is')
  expect(await field(/Drop the corrected zip/)).toBeTruthy()
  expect((await field(/Plain zip/)).checked).toBe(true)
})

test('a damaged archive shows an error', async () => {
  uploads = [{ ...exampleUpload, status: 'damaged' }]
  show()
  expect((await screen.findByRole('alert')).textContent).toContain('is damaged')
})

test('archives that fail to load can be retried', async () => {
  const [status, message] = ERRORS['server.busy']
  refusal = Response.json({ code: 'server.busy', message, requestId: 'req-7' }, { status })
  show()
  const again = await screen.findByRole('button', { name: 'Try again' })
  refusal = null
  uploads = [exampleUpload]
  await user.click(again)
  expect(await screen.findByText('Checked')).toBeTruthy()
})
