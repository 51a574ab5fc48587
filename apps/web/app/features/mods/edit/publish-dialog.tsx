import type { AdminMod } from '@slipstream/contract/mods-admin'
import { cents, formatUsd } from '@slipstream/contract/money'
import type { AdminRelease } from '@slipstream/contract/releases'
import { Button } from '#ui/button.tsx'
import { Dialog, DialogClose } from '#ui/dialog.tsx'
import { Picture } from '#ui/picture.tsx'
import { sizeText } from '#ui/size-text.ts'
import { useAdminCategories } from './edit.queries.ts'
import { priceIn } from './read-form.ts'
import { releaseToShow } from './readiness.ts'
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

const priceText = (typed: TypedMod) => {
  const price = cents(priceIn(typed.price))
  return price === 0 ? 'Free' : formatUsd(price)
}

/** The Publish button. It first shows what players will see and pay. */
export const PublishDialog = (props: PublishDialogProps) => {
  const { mod, typed, releases, isOpen, isBusy, isDisabled, onOpenChange, onPublish } = props
  const cover = mod.pictures[0]?.picture
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
      {cover && (
        <Picture
          picture={cover}
          sizes="400px"
          isDecoration
          className="mb-4 aspect-video w-full rounded-lg object-cover"
        />
      )}
      <Facts mod={mod} typed={typed} releases={releases} />
    </Dialog>
  )
}

const Facts = ({ mod, typed, releases }: Pick<PublishDialogProps, 'mod' | 'typed' | 'releases'>) => {
  const { data: categories = [] } = useAdminCategories()
  const release = releaseToShow(releases)
  const facts = [
    ['Price', priceText(typed)],
    ['Sale price', typed.hasSale ? formatUsd(cents(priceIn(typed.salePrice))) : null],
    ['Category', categories.find(({ id }) => String(id) === typed.categoryId)?.name],
    ['Release', release && `${release.version} · ${sizeText(release.sizeBytes)}`],
    ['Tested with', release?.gameVersions.join(', ')],
    ['Pictures', String(mod.pictures.length)],
    ['Configurations', String(typed.configurations.length)],
    ['Premium', typed.includedWithPremium ? 'Included' : 'Not included'],
  ] as const
  return (
    <dl className="-my-1 text-small">
      {facts.map(
        ([name, value]) =>
          value && (
            <div key={name} className="flex justify-between gap-4 py-1">
              <dt className="shrink-0 text-muted">{name}</dt>
              <dd className="num min-w-0 text-right">{value}</dd>
            </div>
          ),
      )}
    </dl>
  )
}
