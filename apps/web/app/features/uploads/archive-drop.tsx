import { FileArchive } from 'lucide-react'
import { useState } from 'react'
import { Checkbox } from '#ui/checkbox.tsx'
import { FileDrop } from '#ui/file-drop.tsx'
import { startUpload } from './upload-engine.ts'
import { fileProblem } from './file-problem.ts'

interface ArchiveDropProps {
  modId: number
  label?: string
  /** Whether “plain zip” is preselected, after a rejected archive. */
  isPlain?: boolean
}

/** The drop zone for an archive. The upload starts immediately. */
export const ArchiveDrop = ({
  modId,
  label = 'Drop the mod’s zip file here, or choose a file',
  isPlain = false,
}: ArchiveDropProps) => {
  const [isPlainZip, setPlainZip] = useState(isPlain)
  const [error, setError] = useState<string | null>(null)

  const take = (file: File) => {
    const reason = fileProblem(file)
    setError(reason)
    if (!reason) startUpload(modId, file, isPlainZip ? 'plain-zip' : 'mod')
  }
  return (
    <div className="flex flex-col gap-3">
      <FileDrop
        label={label}
        hint="Up to 8 GiB. You can pause the upload and resume it, even after a lost connection or a closed page."
        accept=".zip"
        icon={<FileArchive />}
        error={error}
        onFiles={([file]) => file && take(file)}
      />
      <Checkbox
        label="Plain zip, for another game"
        hint="Any folder structure works. No configurations are read from it."
        checked={isPlainZip}
        onCheckedChange={setPlainZip}
      />
    </div>
  )
}
