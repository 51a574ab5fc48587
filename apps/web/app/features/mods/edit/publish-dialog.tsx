import type { AdminMod } from '@slipstream/contract/mods-admin'
import type { AdminRelease } from '@slipstream/contract/releases'
import { Button } from '#ui/button.tsx'
import { Dialog, DialogClose } from '#ui/dialog.tsx'
import { PublishSummary } from './publish-summary.tsx'
import { priceText } from './price-text.ts'
import type { TypedMod } from './typed-mod.ts'

interface PublishDialogProps {
  mod: AdminMod
  typed: TypedMod
  releases: readonly AdminRelease[]
  isOpen: boolean
  isBusy: boolean
  isDisabled: boolean
  onOpenChange: (isOpen: boolean) => void
  onPublish: () => void
}

/** The Publish button. It first shows what players will see and pay. */
export const PublishDialog = (props: PublishDialogProps) => {
  const { mod, typed, releases, isOpen, isBusy, isDisabled, onOpenChange, onPublish } = props
  const price = priceText(typed)
  return (
    <Dialog
      title={`Put ${typed.title.trim()} on sale?`}
      description="Players can see and buy it at once. You can change everything later, or take it off sale."
      open={isOpen}
      onOpenChange={(isWanted) => !isBusy && onOpenChange(isWanted)}
      trigger={
        <Button variant="primary" isLoading={isBusy} disabled={isDisabled}>
          Publish
        </Button>
      }
      footer={
        <>
          <DialogClose>
            <Button variant="outline">Cancel</Button>
          </DialogClose>
          <Button variant="primary" isLoading={isBusy} onClick={onPublish}>
            {price === 'Free' ? 'Publish for free' : `Publish for ${price}`}
          </Button>
        </>
      }
    >
      <PublishSummary mod={mod} typed={typed} releases={releases} />
    </Dialog>
  )
}
