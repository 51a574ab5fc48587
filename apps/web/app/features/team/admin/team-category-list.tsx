import { PencilLine, Plus, Trash2, Users } from 'lucide-react'
import type { AdminTeamCategory } from '@slipstream/contract/team-admin'
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
import { SortableList } from '#ui/sortable-list.tsx'
import { useAdminTeamCategories, useOrderTeamCategories, useRemoveTeamCategory } from './team-admin.queries.ts'
import { TeamCategoryDialog } from './team-category-dialog.tsx'
import { TeamSkeleton } from './team-skeleton.tsx'

export const NewTeamCategory = () => (
  <TeamCategoryDialog
    trigger={
      <Button variant="primary" size="sm">
        <Plus aria-hidden="true" />
        Add group
      </Button>
    }
  />
)

/** The groups of the team, in the order the about page shows them. */
export const TeamCategoryList = () => {
  const categories = useAdminTeamCategories()
  const ordering = useOrderTeamCategories()
  if (categories.isPending) return <TeamSkeleton label="Loading groups" />
  if (!categories.data) {
    return (
      <Card>
        <ErrorState
          title="The groups could not be loaded."
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
            icon={<Users />}
            title="No groups yet"
            description="The about page shows the team by group, such as Workshop and Support."
            action={<NewTeamCategory />}
          />
        ) : (
          <SortableList
            label="Groups of the team, in order"
            items={categories.data}
            keyOf={({ id }) => id}
            nameOf={({ name }) => name}
            onReorder={(items) => ordering.mutate(items)}
            className="flex flex-col divide-y"
          >
            {(category, controls) => (
              <div className="flex flex-wrap items-center gap-x-3 gap-y-1 bg-card px-3 py-2.5 md:px-4">
                <div className="min-w-0 flex-1 basis-full sm:basis-40">
                  <p className="text-ui font-medium wrap-anywhere">{category.name}</p>
                  {category.description && <p className="text-small text-muted">{category.description}</p>}
                </div>
                <Link
                  to="/admin/team/members"
                  className="num rounded-sm text-small text-muted underline-offset-4 hover:text-foreground hover:underline"
                >
                  {plural(category.members, 'member')}
                </Link>
                <span className="ml-auto inline-flex items-center">
                  {controls}
                  <TeamCategoryDialog
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

/** Asks for confirmation; a group with members explains what to do instead. */
const RemoveCategory = ({ category: { id, name, members } }: { category: AdminTeamCategory }) => {
  const removal = useRemoveTeamCategory(id)
  const trigger = (
    <IconButton label={`Remove ${name}`} size="icon-sm">
      <Trash2 aria-hidden="true" />
    </IconButton>
  )
  if (members > 0) {
    return (
      <Dialog
        title={`${name} has members`}
        description={`${plural(members, 'person is', 'people are')} in this group. Move or remove them first.`}
        trigger={trigger}
        footer={
          <Button asChild variant="primary">
            <Link to="/admin/team/members">Show the members</Link>
          </Button>
        }
      />
    )
  }
  return (
    <ConfirmDialog
      title={`Remove ${name}?`}
      description="The group is empty, so nobody leaves the about page."
      confirmLabel="Remove"
      failureText={failureText}
      onConfirm={removal.mutateAsync}
      trigger={trigger}
    />
  )
}
