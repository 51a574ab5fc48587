import { PencilLine, Plus, Trash2, Users } from 'lucide-react'
import type { AdminTeamCategory, AdminTeamMember } from '@slipstream/contract/team-admin'
import { Link } from '#lib/link.ts'
import { Avatar } from '#ui/avatar.tsx'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { failureText } from '#ui/failure-text.ts'
import { IconButton } from '#ui/icon-button.tsx'
import { Notice } from '#ui/notice.tsx'
import { SortableList } from '#ui/sortable-list.tsx'
import {
  useAdminTeamCategories,
  useAdminTeamMembers,
  useOrderTeamMembers,
  useRemoveTeamMember,
} from './team-admin.queries.ts'
import { TeamMemberDialog } from './team-member-dialog.tsx'
import { TeamSkeleton } from './team-skeleton.tsx'

/** Renders nothing until there is a group to add a member to. */
export const NewTeamMember = () => {
  const { data: categories = [] } = useAdminTeamCategories()
  if (categories.length === 0) return null
  return (
    <TeamMemberDialog
      categories={categories}
      trigger={
        <Button variant="primary" size="sm">
          <Plus aria-hidden="true" />
          Add member
        </Button>
      }
    />
  )
}

/** All members by group, in the order of the about page. */
export const TeamMemberList = () => {
  const categories = useAdminTeamCategories()
  const members = useAdminTeamMembers()
  if (categories.isPending || members.isPending) return <TeamSkeleton label="Loading members" />
  if (!categories.data || !members.data) {
    return (
      <Card>
        <ErrorState
          title="The team could not be loaded."
          error={categories.error ?? members.error}
          onRetry={() => void Promise.all([categories.refetch(), members.refetch()])}
          isRetrying={categories.isFetching || members.isFetching}
        />
      </Card>
    )
  }
  if (categories.data.length === 0) return <NoGroups />
  return categories.data.map((category) => (
    <GroupMembers
      key={category.id}
      category={category}
      categories={categories.data}
      members={members.data.filter(({ categoryId }) => categoryId === category.id)}
    />
  ))
}

const NoGroups = () => (
  <Card>
    <EmptyState
      icon={<Users />}
      title="No team yet"
      description="The about page shows the team by group. Create a group first."
      action={
        <Button asChild variant="primary">
          <Link to="/admin/team/categories">Create a group</Link>
        </Button>
      }
    />
  </Card>
)

interface GroupMembersProps {
  category: AdminTeamCategory
  categories: readonly AdminTeamCategory[]
  members: readonly AdminTeamMember[]
}

const GroupMembers = ({ category, categories, members }: GroupMembersProps) => {
  const ordering = useOrderTeamMembers(category.id)
  return (
    <Card title={category.name} isFlush>
      {ordering.isError && (
        <Notice tone="destructive" title="The order was not saved.">
          {failureText(ordering.error)}
        </Notice>
      )}
      {members.length === 0 ? (
        <p className="px-4 pb-4 text-ui text-muted">Nobody is in this group, so the about page leaves it out.</p>
      ) : (
        <SortableList
          label={`Members of ${category.name}, in order`}
          items={members}
          keyOf={({ id }) => id}
          nameOf={({ name }) => name}
          onReorder={(items) => ordering.mutate(items)}
          className="flex flex-col divide-y"
        >
          {(member, controls) => (
            <div className="flex flex-wrap items-center gap-x-3 gap-y-1 bg-card px-3 py-2.5 md:px-4">
              <Avatar name={member.name} src={member.avatarUrl} />
              <div className="min-w-0 flex-1 basis-40">
                <p className="text-ui font-medium wrap-anywhere">{member.name}</p>
                <p className="text-small wrap-anywhere text-muted">{member.role}</p>
              </div>
              <span className="ml-auto inline-flex items-center">
                {controls}
                <TeamMemberDialog
                  member={member}
                  categories={categories}
                  trigger={
                    <IconButton label={`Edit ${member.name}`} size="icon-sm">
                      <PencilLine aria-hidden="true" />
                    </IconButton>
                  }
                />
                <RemoveMember member={member} />
              </span>
            </div>
          )}
        </SortableList>
      )}
    </Card>
  )
}

const RemoveMember = ({ member: { id, name } }: { member: AdminTeamMember }) => (
  <ConfirmDialog
    title={`Remove ${name}?`}
    description="The about page stops showing this person. You can’t undo this."
    confirmLabel="Remove"
    failureText={failureText}
    onConfirm={useRemoveTeamMember(id).mutateAsync}
    trigger={
      <IconButton label={`Remove ${name}`} size="icon-sm">
        <Trash2 aria-hidden="true" />
      </IconButton>
    }
  />
)
