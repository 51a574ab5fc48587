import { FileArchive } from 'lucide-react'
import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react'
import type { Upload } from '@slipstream/contract/uploads'
import { Notice } from '#ui/notice.tsx'
import { Progress } from '#ui/progress.tsx'
import { Status } from '#ui/status.tsx'
import { sizeText } from '#ui/size-text.ts'
import { ArchiveDrop } from './archive-drop.tsx'
import { DiscardArchive } from './discard-archive.tsx'
import { isBusy, useUpload } from './uploads.queries.ts'

interface UploadStateProps {
  upload: Upload
  /** Called when the list is out of date. */
  onChanged: () => void
  children: ((upload: Upload) => ReactNode) | undefined
}

/** An uploaded archive: its progress and its report. */
export const UploadState = ({ upload: known, onChanged, children }: UploadStateProps) => {
  const { upload, isOutOfReach } = useUpload(known)
  useNewStatus(upload, onChanged)

  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div className="flex min-w-0 items-center gap-3">
          <FileArchive className="size-5 shrink-0 text-muted" aria-hidden="true" />
          <p className="min-w-0 text-ui font-medium wrap-anywhere">
            {upload.fileName} <span className="num font-normal text-muted">{sizeText(upload.sizeBytes)}</span>
          </p>
        </div>
        <div className="flex items-center gap-3 text-small max-sm:pl-8">
          <span aria-live="polite">
            <UploadStatus upload={upload} />
          </span>
          {!isBusy(upload) && upload.releaseId === null && <DiscardArchive upload={upload} onRemoved={onChanged} />}
        </div>
      </div>
      <Working upload={upload} isOutOfReach={isOutOfReach} />
      <Verdict upload={upload} />
      {upload.report && children?.(upload)}
      {!isBusy(upload) && <AnotherArchive upload={upload} />}
    </>
  )
}

/** Reports only status changes that happen while the page is open. */
const useNewStatus = ({ status }: Upload, onNew: () => void) => {
  const before = useRef(status)
  const tell = useEffectEvent(() => {
    if (before.current !== status) onNew()
    before.current = status
  })
  useEffect(() => tell(), [status])
}

export const UploadStatus = ({ upload: { status, releaseId } }: { upload: Upload }) => {
  if (status === 'uploading') return <Status tone="warning">Incomplete</Status>
  if (status === 'refused') return <Status tone="destructive">Rejected</Status>
  if (status === 'damaged') return <Status tone="destructive">Damaged</Status>
  if (status !== 'ready') return <Status tone="info">{status === 'reading' ? 'Being read' : 'Being checked'}</Status>
  return <Status tone="success">{releaseId === null ? 'Checked' : 'Checked, in a release'}</Status>
}

const Working = ({ upload, isOutOfReach }: { upload: Upload; isOutOfReach: boolean }) => {
  const { status, progress } = upload
  if (!isBusy(upload)) return null
  const share = progress.ofBytes > 0 ? progress.doneBytes / progress.ofBytes : null
  return (
    <>
      <Progress
        label={status === 'reading' ? 'Reading the archive' : 'Checking every byte'}
        value={share}
        {...(share !== null && { detail: `${Math.floor(share * 100)} %` })}
      />
      {isOutOfReach && (
        <Notice tone="warning" title="The store is not responding.">
          Processing continues without this page. We check again every second.
        </Notice>
      )}
    </>
  )
}

const Verdict = ({ upload: { status } }: { upload: Upload }) => {
  if (status === 'refused') {
    return (
      <Notice tone="destructive" title="This archive can’t be published as it is.">
        Fix the problems in the report, pack the mod again and upload the new zip.
      </Notice>
    )
  }
  if (status !== 'damaged') return null
  return (
    <Notice tone="destructive" title="This archive is damaged.">
      Its contents don’t match its table of contents. Pack the mod again, test the zip and upload it again.
    </Notice>
  )
}

const AnotherArchive = ({ upload: { modId, status, report } }: { upload: Upload }) => {
  const isPlain = report?.findings.some(({ code }) => code === 'wrong-root') ?? false
  if (status === 'ready') {
    return (
      <details className="group text-ui">
        <summary className="w-fit cursor-pointer rounded-sm font-medium">Upload another archive</summary>
        <div className="mt-4">
          <ArchiveDrop modId={modId} />
        </div>
      </details>
    )
  }
  return <ArchiveDrop modId={modId} label="Drop the corrected zip file here, or choose a file" isPlain={isPlain} />
}
