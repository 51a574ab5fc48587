import type { ReactNode } from 'react'
import type { Upload } from '@slipstream/contract/uploads'
import { plural } from '#lib/counts.ts'
import { ErrorState } from '#ui/error-state.tsx'
import { FormSection } from '#ui/form-section.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { sizeText } from '#ui/size-text.ts'
import { ArchiveDrop } from './archive-drop.tsx'
import { DiscardArchive } from './discard-archive.tsx'
import { TransferProgress } from './transfer-progress.tsx'
import { useTransfer } from './transfers.ts'
import { UnfinishedUpload } from './unfinished-upload.tsx'
import { UploadStatus, UploadState } from './upload-state.tsx'
import { useUploads } from './uploads.queries.ts'

interface UploadPanelProps {
  modId: number
  /** Rendered below an archive that was read: its report. */
  children?: (upload: Upload) => ReactNode
}

/** The archive of a mod: uploaded here, then read and checked by the server. */
export const UploadPanel = (props: UploadPanelProps) => (
  <FormSection
    id="archive"
    title="Archive"
    saves="once"
    description="The zip that players get. The store reads it after the upload and verifies every byte before you can publish it."
  >
    <Archive {...props} />
  </FormSection>
)

const Archive = ({ modId, children }: UploadPanelProps) => {
  const uploads = useUploads(modId)
  const transfer = useTransfer(modId)

  if (transfer && transfer.state !== 'done') return <TransferProgress transfer={transfer} />
  if (!uploads.data) {
    if (!uploads.isError) return <Skeleton className="h-32 rounded-xl" />
    return (
      <ErrorState
        title="The archives of this mod could not be loaded."
        error={uploads.error}
        onRetry={() => void uploads.refetch()}
      />
    )
  }
  const [newest, ...earlier] = uploads.data
  const readAgain = () => void uploads.refetch()
  if (!newest) return <ArchiveDrop modId={modId} />
  return (
    <>
      {newest.status === 'uploading' ? (
        <UnfinishedUpload key={newest.id} upload={newest} onRemoved={readAgain} />
      ) : (
        <UploadState key={newest.id} upload={newest} onChanged={readAgain}>
          {children}
        </UploadState>
      )}
      {earlier.length > 0 && <EarlierArchives uploads={earlier} onRemoved={readAgain} />}
    </>
  )
}

interface EarlierArchivesProps {
  uploads: readonly Upload[]
  onRemoved: () => void
}

const EarlierArchives = ({ uploads, onRemoved }: EarlierArchivesProps) => (
  <details className="text-ui">
    <summary className="w-fit cursor-pointer rounded-sm font-medium">
      {plural(uploads.length, 'earlier archive')}
    </summary>
    <ul className="mt-3 flex flex-col divide-y rounded-xl border">
      {uploads.map((upload) => (
        <li key={upload.id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 px-3.5 py-2">
          <p className="min-w-0 wrap-anywhere">
            {upload.fileName} <span className="num text-muted">{sizeText(upload.sizeBytes)}</span>
          </p>
          <div className="flex min-h-9 items-center gap-3 text-small">
            <UploadStatus upload={upload} />
            {upload.releaseId === null && <DiscardArchive upload={upload} onRemoved={onRemoved} />}
          </div>
        </li>
      ))}
    </ul>
  </details>
)
