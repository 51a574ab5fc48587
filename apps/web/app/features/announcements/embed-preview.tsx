import { useState } from 'react'
import type { AnnouncementKind } from '@slipstream/contract/announcement-terms'
import type { Embed } from '@slipstream/contract/announcements'
import { Card } from '#ui/card.tsx'
import { ChoicePills } from '#ui/choice-pills.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { usePreview } from './announcements.queries.ts'

const CHOICES = [
  { value: 'mod', label: 'New mod' },
  { value: 'release', label: 'New release' },
  { value: 'sale', label: 'Sale' },
] as const

const SOURCES: Record<AnnouncementKind, string> = {
  mod: 'Your newest mod, as it would be announced.',
  release: 'Your newest release, as it would be announced.',
  sale: 'The newest mod on sale, as it would be announced.',
}

export const EmbedPreview = () => {
  const [kind, setKind] = useState<AnnouncementKind>('mod')
  const preview = usePreview(kind)
  return (
    <Card
      title="Preview"
      description={
        preview.data?.isExample ? 'An example: there is nothing of this kind to announce yet.' : SOURCES[kind]
      }
    >
      <ChoicePills
        label="Kind of announcement"
        choices={CHOICES}
        value={kind}
        onValueChange={setKind}
        className="mb-3"
      />
      {preview.isError && !preview.data && (
        <ErrorState
          title="The preview could not be loaded."
          error={preview.error}
          onRetry={() => void preview.refetch()}
          isRetrying={preview.isFetching}
        />
      )}
      {preview.isPending && <Skeleton className="h-60 rounded-xl" />}
      {preview.data && <EmbedBox embed={preview.data.embed} />}
    </Card>
  )
}

/** Resembles how Discord renders the embed. */
const EmbedBox = ({ embed: { title, description, fields, imageUrl, footer } }: { embed: Embed }) => (
  <article
    aria-label="Message on Discord"
    className="flex max-w-[520px] flex-col gap-2 rounded-md border border-l-4 border-l-primary bg-raised p-4 text-ui"
  >
    <h3 className="font-semibold wrap-anywhere">{title}</h3>
    {description !== '' && <p className="wrap-anywhere whitespace-pre-line">{description}</p>}
    {fields.length > 0 && (
      <dl className="flex flex-wrap gap-x-8 gap-y-2">
        {fields.map(({ name, value }) => (
          <div key={name}>
            <dt className="text-small font-semibold">{name}</dt>
            <dd className="num">{value}</dd>
          </div>
        ))}
      </dl>
    )}
    {imageUrl !== null && <img src={imageUrl} alt="" className="mt-1 max-h-72 w-full rounded-md object-cover" />}
    <p className="text-small text-muted">{footer}</p>
  </article>
)
