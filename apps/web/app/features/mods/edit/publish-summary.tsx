import type { AdminMod } from '@slipstream/contract/mods-admin'
import { cents, formatUsd } from '@slipstream/contract/money'
import type { AdminRelease } from '@slipstream/contract/releases'
import { Picture } from '#ui/picture.tsx'
import { sizeText } from '#ui/size-text.ts'
import { useAdminCategories } from './edit.queries.ts'
import { priceText } from './price-text.ts'
import { priceIn } from './read-form.ts'
import { releaseToShow } from './readiness.ts'
import type { TypedMod } from './typed-mod.ts'

interface PublishSummaryProps {
  mod: AdminMod
  typed: TypedMod
  releases: readonly AdminRelease[]
}

/** What players will see and pay. */
export const PublishSummary = ({ mod, typed, releases }: PublishSummaryProps) => {
  const cover = mod.pictures[0]?.picture
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
    <>
      {cover && (
        <Picture
          picture={cover}
          sizes="400px"
          isDecoration
          className="mb-4 aspect-video w-full rounded-lg object-cover"
        />
      )}
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
    </>
  )
}
