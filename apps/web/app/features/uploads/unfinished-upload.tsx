import { RotateCw } from 'lucide-react'
import { useState } from 'react'
import type { Upload } from '@slipstream/contract/uploads'
import { FileDrop } from '#ui/file-drop.tsx'
import { Progress } from '#ui/progress.tsx'
import { sizeText } from '#ui/size-text.ts'
import { DiscardArchive } from './discard-archive.tsx'
import { isSameFile } from './fingerprint.ts'
import { startUpload } from './upload-engine.ts'

interface UnfinishedUploadProps {
  upload: Upload
  onRemoved: () => void
}

/** An incomplete upload whose file this page no longer has: the user must choose it again. */
export const UnfinishedUpload = ({ upload, onRemoved }: UnfinishedUploadProps) => {
  const { fileName, sizeBytes, modId, openAs, progress } = upload
  const [isComparing, setComparing] = useState(false)
  const [error, setError] = useState<string | null>(null)

  const goOn = async (file: File) => {
    setComparing(true)
    setError(null)
    const isSame = await isSameFile(upload, file).catch(() => null)
    setComparing(false)
    if (isSame) return startUpload(modId, file, openAs)
    setError(
      isSame === null
        ? `${file.name} cannot be read.`
        : `${file.name} is a different file. Choose ${fileName} with ${sizeText(sizeBytes)}, or discard this upload first.`,
    )
  }
  return (
    <div className="flex flex-col gap-4">
      <Progress
        label={`${fileName} is incomplete`}
        value={progress.doneBytes / sizeBytes}
        detail={`${sizeText(progress.doneBytes)} of ${sizeText(sizeBytes)}`}
        tone="warning"
      />
      <FileDrop
        label={isComparing ? 'Comparing…' : `Choose ${fileName} again to resume`}
        hint="Parts that are already uploaded are not sent again."
        accept=".zip"
        icon={<RotateCw />}
        isDisabled={isComparing}
        error={error}
        onFiles={([file]) => file && void goOn(file)}
      />
      <DiscardArchive upload={upload} onRemoved={onRemoved} />
    </div>
  )
}
