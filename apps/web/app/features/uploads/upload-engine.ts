import type { NewUpload, Upload } from '@slipstream/contract/uploads'
import { callApi } from '#lib/api.ts'
import { ApiError } from '#lib/request.ts'
import { fingerprintOf } from './fingerprint.ts'
import { withRetries } from './retries.ts'
import { PartFailed, sendPart } from '#lib/send-part.ts'
import { speedometer } from './speedometer.ts'
import { addTransfer, removeTransfer, updateTransfer, type Transfer, transferOf } from './transfers.ts'

const contract = async () => (await import('@slipstream/contract/uploads')).uploadsApi

/** How many parts are sent in parallel. */
const LANES = 3
const TELL_EVERY_MS = 250

interface Job {
  modId: number
  file: File
  openAs: NewUpload['openAs']
  stop: AbortController
}

const jobs = new Map<number, Job>()

/** Uploads a file for a mod. Parts that the server already has, even from before a reload, are not sent again. */
export const startUpload = (modId: number, file: File, openAs: NewUpload['openAs'] = 'mod') => {
  jobs.get(modId)?.stop.abort()
  addTransfer({
    modId,
    uploadId: null,
    fileName: file.name,
    sizeBytes: file.size,
    state: 'preparing',
    sentBytes: 0,
    bytesPerSecond: null,
    problem: null,
    finished: null,
  })
  const job = { modId, file, openAs, stop: new AbortController() }
  jobs.set(modId, job)
  void run(job)
}

export const pauseUpload = (modId: number) => {
  const job = jobs.get(modId)
  if (!job) return
  job.stop.abort()
  updateTransfer(modId, { state: 'paused', bytesPerSecond: null, problem: null })
}

/** Resumes after a pause or an error: asks the server which parts are missing. */
export const resumeUpload = (modId: number) => {
  const job = jobs.get(modId)
  if (!job) return
  job.stop.abort()
  job.stop = new AbortController()
  updateTransfer(modId, { state: 'preparing', problem: null })
  void run(job)
}

/** Cancels the upload here and on the server. */
export const cancelUpload = async (modId: number, uploadId = transferOf(modId)?.uploadId ?? null) => {
  pauseUpload(modId)
  if (uploadId !== null) await removeUpload(uploadId)
  forget(modId)
}

/** Also used when another tab was faster: without a transfer, the page shows what the server has. */
const forget = (modId: number) => {
  jobs.get(modId)?.stop.abort()
  jobs.delete(modId)
  removeTransfer(modId)
}

const removeUpload = async (id: number) => {
  const { cancel } = await contract()
  await callApi(cancel, { params: { id } }).catch((error: unknown) => {
    // Already removed, which is what we want.
    if (!(error instanceof ApiError && error.status === 404)) throw error
  })
}

const run = async (job: Job) => {
  const { modId, stop } = job
  // A stopped upload must not report anymore: another one may be running for the same mod.
  const tell = (change: Partial<Transfer>) => {
    if (!stop.signal.aborted) updateTransfer(modId, change)
  }
  try {
    const upload = await begin(job)
    stop.signal.throwIfAborted()
    const finished = upload.status === 'uploading' ? await sendAll(job, upload, stop.signal, tell) : upload
    if (jobs.get(modId) === job) jobs.delete(modId)
    tell({ state: 'done', uploadId: upload.id, finished })
  } catch (error) {
    if (stop.signal.aborted) return
    if (error instanceof ApiError && error.code === 'upload.not_open') return forget(modId)
    tell({ state: 'stopped', bytesPerSecond: null, problem: whatStopped(error) })
    // The other parts in flight are no longer needed.
    stop.abort()
  }
}

const begin = async ({ modId, file, openAs }: Job) => {
  const { start } = await contract()
  const fingerprint = await fingerprintOf(file)
  return callApi(start, { body: { modId, fileName: file.name, sizeBytes: file.size, fingerprint, openAs } })
}

const sendAll = async (
  { file }: Job,
  upload: Upload,
  signal: AbortSignal,
  tell: (change: Partial<Transfer>) => void,
) => {
  const { signParts, complete } = await contract()
  const params = { id: upload.id }
  const missing = partsOf(upload).filter(({ part }) => !upload.doneParts.includes(part))
  const meter = speedometer(file.size - missing.reduce((sum, { from, to }) => sum + to - from, 0))
  const retries = { signal, onRetry: (error: unknown) => tell({ problem: retryText(error) }) }

  const send = async ({ part, from, to }: Part) => {
    const [signed] = await callApi(signParts, { params, body: { parts: [part] } })
    if (!signed) throw new Error('The store sent no upload URL for a part.')
    const bytes = file.slice(from, to)
    meter.begin(part)
    await sendPart(signed.url, bytes, { signal, onSent: (sent) => meter.sent(part, Math.min(sent, bytes.size)) }).catch(
      async (error: unknown) => {
        await assertReadable(bytes)
        throw error
      },
    )
    meter.sent(part, bytes.size)
    tell({ problem: null })
  }
  const lane = async () => {
    for (let part = missing.shift(); part; part = missing.shift()) {
      const next = part
      await withRetries(() => send(next), retries)
    }
  }

  tell({ uploadId: upload.id, state: 'sending', ...meter.read() })
  const ticking = setInterval(() => tell(meter.read()), TELL_EVERY_MS)
  try {
    await Promise.all(Array.from({ length: LANES }, lane))
  } finally {
    clearInterval(ticking)
  }
  signal.throwIfAborted()
  tell({ state: 'finishing', ...meter.read() })
  return withRetries(() => callApi(complete, { params }), retries)
}

/** Rejects if the file cannot be read, which the upload itself cannot tell from a lost connection. */
const assertReadable = (bytes: Blob) => bytes.slice(0, 1).arrayBuffer()

interface Part {
  part: number
  from: number
  to: number
}

const partsOf = ({ sizeBytes, partBytes }: Upload): Part[] =>
  Array.from({ length: Math.ceil(sizeBytes / partBytes) }, (_, index) => ({
    part: index + 1,
    from: index * partBytes,
    to: Math.min(sizeBytes, (index + 1) * partBytes),
  }))

const retryText = (error: unknown) => {
  if (error instanceof PartFailed && error.status > 0) return 'The storage is not responding. Retrying.'
  if (error instanceof ApiError) return 'The store is not responding. Retrying.'
  return 'The connection was lost. Retrying.'
}

const whatStopped = (error: unknown) => {
  if (error instanceof ApiError) return error.reason ?? 'Something went wrong on our side.'
  if (error instanceof PartFailed) return error.message
  // The browser refuses to read a file that was changed or moved since it was chosen.
  if (error instanceof DOMException)
    return 'The file can’t be read. It may have been moved or changed. Choose it again.'
  return error instanceof TypeError ? 'The store could not be reached.' : 'Something went wrong on our side.'
}
