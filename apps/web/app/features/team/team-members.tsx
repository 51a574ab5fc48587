import type { TeamMember } from '@slipstream/contract/team'
import { Avatar } from '#ui/avatar.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { useTeamCategories, useTeamMembers } from './team.queries.ts'

/** The team by group. Renders nothing if the store has no members. */
export const TeamByCategory = () => {
  const categories = useTeamCategories()
  const members = useTeamMembers()
  if (categories.isError || members.isError) {
    return <TeamError error={categories.error ?? members.error} retry={() => retryFailed([categories, members])} />
  }
  if (!categories.data || !members.data) return <TeamSkeleton />

  return categories.data.map((category) => {
    const people = members.data.filter((member) => member.categoryId === category.id)
    if (people.length === 0) return null
    return (
      <section key={category.id} className="mt-14" aria-labelledby={`team-${category.id}`}>
        <h2 id={`team-${category.id}`} className="display text-[28px] md:text-[36px]">
          {category.name}
        </h2>
        {category.description && <p className="mt-2 max-w-[60ch] text-muted">{category.description}</p>}
        <MemberGrid members={people} />
      </section>
    )
  })
}

/** The first few members, for the home page. */
export const TeamPreview = ({ limit }: { limit: number }) => {
  const members = useTeamMembers()
  if (members.isError) return <TeamError error={members.error} retry={() => retryFailed([members])} />
  if (!members.data) return <TeamSkeleton />
  return <MemberGrid members={members.data.slice(0, limit)} />
}

const MemberGrid = ({ members }: { members: TeamMember[] }) => (
  <ul className="mt-6 grid gap-5 sm:grid-cols-2 lg:grid-cols-3">
    {members.map(({ id, name, role, bio, avatarUrl }) => (
      <li key={id} className="surface flex gap-4 rounded-2xl p-5">
        <Avatar name={name} src={avatarUrl} size="lg" />
        <div className="min-w-0">
          <h3 className="text-base font-semibold">{name}</h3>
          <p className="text-small text-primary">{role}</p>
          {bio && <p className="mt-2 text-sm leading-relaxed text-muted">{bio}</p>}
        </div>
      </li>
    ))}
  </ul>
)

const TeamSkeleton = () => (
  <div className="mt-6 grid gap-5 sm:grid-cols-2 lg:grid-cols-3" aria-busy="true" aria-label="Loading the team">
    {['a', 'b', 'c'].map((key) => (
      <Skeleton key={key} className="h-36 rounded-2xl" />
    ))}
  </div>
)

const TeamError = ({ error, retry }: { error: unknown; retry: () => void }) => (
  <div className="mt-6">
    <ErrorState title="The team could not be loaded." error={error} onRetry={retry} />
  </div>
)

const retryFailed = (queries: { isError: boolean; refetch: () => Promise<unknown> }[]) => {
  for (const query of queries) if (query.isError) void query.refetch()
}
