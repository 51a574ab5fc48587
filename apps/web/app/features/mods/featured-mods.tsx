import { Star, X } from 'lucide-react'
import type { AdminModRow } from '@slipstream/contract/mod-list-admin'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { failureText } from '#ui/failure-text.ts'
import { IconButton } from '#ui/icon-button.tsx'
import { Notice } from '#ui/notice.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { SortableList } from '#ui/sortable-list.tsx'
import { toast } from '#ui/toast-store.ts'
import { ModFinder } from './mod-finder.tsx'
import { useFeatured, useSetFeatured } from './mod-list.queries.ts'
import { ModName } from './mod-name.tsx'
import { ModState } from './mod-state.tsx'

const MOST = 24

/** The featured mods in order. Every change is saved immediately. */
export const FeaturedMods = () => {
  const featured = useFeatured()
  const saving = useSetFeatured()
  const mods = featured.data ?? []

  const remove = (mod: AdminModRow) => {
    const before = mods
    saving.mutate(mods.filter(({ id }) => id !== mod.id))
    toast({
      title: `${mod.title} is no longer featured`,
      action: { label: 'Undo', onSelect: () => saving.mutate(before) },
    })
  }

  if (featured.isPending) return <FeaturedSkeleton />
  if (featured.isError && mods.length === 0) {
    return (
      <Card>
        <ErrorState
          title="The featured mods could not be loaded."
          error={featured.error}
          onRetry={() => void featured.refetch()}
          isRetrying={featured.isFetching}
        />
      </Card>
    )
  }
  return (
    <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_22rem]">
      <div className="flex flex-col gap-3">
        {saving.isError && (
          <Notice
            tone="destructive"
            title="The order was not saved."
            actions={
              <Button size="sm" variant="outline" onClick={() => saving.mutate(saving.variables)}>
                Try again
              </Button>
            }
          >
            {failureText(saving.error)}
          </Notice>
        )}
        <Card
          isFlush
          title="Order"
          description="Drag the handle, or press space on it and then the arrow keys. The home page shows the first three that are published."
        >
          {mods.length === 0 ? (
            <EmptyState
              icon={<Star />}
              title="No featured mods yet"
              description="Until you feature one, the home page shows only the most popular mods."
            />
          ) : (
            <SortableList
              label="Featured mods, in order"
              items={mods}
              keyOf={({ id }) => id}
              nameOf={({ title }) => title}
              onReorder={(items) => saving.mutate(items)}
              className="flex flex-col divide-y border-t"
            >
              {(mod, controls, index) => (
                <div className="flex flex-wrap items-center gap-x-3 gap-y-1 bg-card px-3 py-2 md:px-4">
                  <span className="num w-6 text-center text-small text-subtle">{index + 1}</span>
                  <div className="min-w-0 flex-1 basis-40">
                    <ModName mod={mod} note={mod.categoryName} />
                  </div>
                  <span className="text-ui">
                    <ModState {...mod} />
                  </span>
                  <span className="ml-auto inline-flex items-center">
                    {controls}
                    <IconButton label={`Remove ${mod.title}`} size="icon-sm" onClick={() => remove(mod)}>
                      <X aria-hidden="true" />
                    </IconButton>
                  </span>
                </div>
              )}
            </SortableList>
          )}
          <p role="status" className="border-t px-4 py-2.5 text-small text-muted md:px-5">
            {saving.isPending ? 'Saving…' : saving.isSuccess ? 'Saved.' : `${mods.length} of at most ${MOST}`}
          </p>
        </Card>
      </div>
      <Card title="Add a mod" description="Published mods only.">
        {mods.length < MOST ? (
          <ModFinder
            status="published"
            without={mods.map(({ id }) => id)}
            onFound={(mod) => saving.mutate([...mods, { ...mod, isFeatured: true }])}
          />
        ) : (
          <p className="text-small text-muted">At most {MOST}. Remove one to add another.</p>
        )}
      </Card>
    </div>
  )
}

const FeaturedSkeleton = () => (
  <Card>
    <div role="status" aria-label="Loading featured mods" className="flex flex-col gap-3">
      {Array.from({ length: 4 }, (_, row) => (
        <Skeleton key={row} className="h-11 w-full" />
      ))}
    </div>
  </Card>
)
