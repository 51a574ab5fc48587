import { FolderOpen, PencilLine, Plus, Trash2 } from 'lucide-react'
import type { AdminCategory } from '@slipstream/contract/categories'
import { plural } from '#lib/counts.ts'
import { Link } from '#lib/link.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { failureText } from '#ui/failure-text.ts'
import { IconButton } from '#ui/icon-button.tsx'
import { Notice } from '#ui/notice.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { SortableList } from '#ui/sortable-list.tsx'
import { useCategories, useOrderCategories, useRemoveCategory } from './categories.queries.ts'
import { CategoryDialog } from './category-dialog.tsx'

export const NewCategory = () => (
  <CategoryDialog
    trigger={
      <Button variant="primary" size="sm">
        <Plus aria-hidden="true" />
        Add category
      </Button>
    }
  />
)

/** All categories, in the order the store shows them. */
export const CategoryList = () => {
  const categories = useCategories()
  const ordering = useOrderCategories()

  if (categories.isPending) return <CategorySkeleton />
  if (!categories.data) {
    return (
      <Card>
        <ErrorState
          title="The categories could not be loaded."
          error={categories.error}
          onRetry={() => void categories.refetch()}
          isRetrying={categories.isFetching}
        />
      </Card>
    )
  }
  return (
    <div className="flex flex-col gap-3">
      {ordering.isError && (
        <Notice tone="destructive" title="The order was not saved.">
          {failureText(ordering.error)}
        </Notice>
      )}
      <Card isFlush>
        {categories.data.length === 0 ? (
          <EmptyState
            icon={<FolderOpen />}
            title="No categories yet"
            description="Every mod belongs to a category, and players browse by category."
            action={<NewCategory />}
          />
        ) : (
          <SortableList
            label="Categories, in order"
            items={categories.data}
            keyOf={({ id }) => id}
            nameOf={({ name }) => name}
            onReorder={(items) => ordering.mutate(items)}
            className="flex flex-col divide-y"
          >
            {(category, controls) => (
              <div className="flex flex-wrap items-center gap-x-3 gap-y-1 bg-card px-3 py-2.5 md:px-4">
                <div className="min-w-0 flex-1 basis-full sm:basis-40">
                  <p className="text-ui font-medium wrap-anywhere">
                    {category.name}{' '}
                    <span className="font-mono text-caption font-normal text-subtle">{category.slug}</span>
                  </p>
                  {category.description && <p className="text-small text-muted">{category.description}</p>}
                </div>
                <Link
                  to={`/admin/products/all-mods?category=${category.id}`}
                  className="num rounded-sm text-small text-muted underline-offset-4 hover:text-foreground hover:underline"
                >
                  {plural(category.mods, 'mod')}
                </Link>
                <span className="ml-auto inline-flex items-center">
                  {controls}
                  <CategoryDialog
                    category={category}
                    trigger={
                      <IconButton label={`Edit ${category.name}`} size="icon-sm">
                        <PencilLine aria-hidden="true" />
                      </IconButton>
                    }
                  />
                  <RemoveCategory category={category} />
                </span>
              </div>
            )}
          </SortableList>
        )}
      </Card>
    </div>
  )
}

/** Asks for confirmation; a category in use explains what to do instead. */
const RemoveCategory = ({ category: { id, name, mods } }: { category: AdminCategory }) => {
  const removal = useRemoveCategory(id)
  const trigger = (
    <IconButton label={`Remove ${name}`} size="icon-sm">
      <Trash2 aria-hidden="true" />
    </IconButton>
  )
  if (mods > 0) {
    return (
      <Dialog
        title={`${name} is in use`}
        description={`${plural(mods, 'mod is', 'mods are')} in this category. Move them into another one first.`}
        trigger={trigger}
        footer={
          <Button asChild variant="primary">
            <Link to={`/admin/products/all-mods?category=${id}`}>Show these mods</Link>
          </Button>
        }
      />
    )
  }
  return (
    <ConfirmDialog
      title={`Remove ${name}?`}
      description="Links to this category will show all mods."
      confirmLabel="Remove"
      failureText={failureText}
      onConfirm={removal.mutateAsync}
      trigger={trigger}
    />
  )
}

const CategorySkeleton = () => (
  <Card>
    <div role="status" aria-label="Loading categories" className="flex flex-col gap-3">
      {Array.from({ length: 5 }, (_, row) => (
        <Skeleton key={row} className="h-11 w-full" />
      ))}
    </div>
  </Card>
)
