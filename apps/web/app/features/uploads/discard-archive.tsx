import { Trash2 } from 'lucide-react'
import type { Upload } from '@slipstream/contract/uploads'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { cancelUpload } from './upload-engine.ts'

interface DiscardArchiveProps {
  upload: Upload
  onRemoved: () => void
}

export const DiscardArchive = ({ upload: { id, modId, fileName }, onRemoved }: DiscardArchiveProps) => (
  <ConfirmDialog
    title={`Discard ${fileName}?`}
    description="The file is removed from the store. To use it later, you have to upload it again."
    confirmLabel="Discard"
    cancelLabel="Keep it"
    onConfirm={async () => {
      await cancelUpload(modId, id)
      onRemoved()
    }}
    trigger={
      <Button size="sm" variant="ghost" className="w-fit">
        <Trash2 aria-hidden="true" />
        Discard
      </Button>
    }
  />
)
