import { Card } from '#ui/card.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { AnnouncementList } from './announcement-list.tsx'
import { useChannel } from './announcements.queries.ts'
import { ChannelForm } from './channel-form.tsx'
import { EmbedPreview } from './embed-preview.tsx'
import { RoleState } from './role-state.tsx'

/** The store's Discord announcements, and whether its bot works. */
export const AnnouncementsSection = () => {
  const channel = useChannel()
  if (channel.isPending) return <Skeleton className="h-96 rounded-2xl" />
  if (!channel.data) {
    return (
      <Card>
        <ErrorState
          title="The Discord settings could not be loaded."
          error={channel.error}
          onRetry={() => void channel.refetch()}
          isRetrying={channel.isFetching}
        />
      </Card>
    )
  }
  return (
    <>
      <div className="grid items-start gap-5 xl:grid-cols-2">
        {/* Remounted when the webhook was saved or deleted. */}
        <ChannelForm key={channel.data.webhook?.savedAt ?? 'none'} channel={channel.data} />
        <EmbedPreview />
      </div>
      <AnnouncementList />
      <RoleState channel={channel.data} onCheck={() => void channel.refetch()} isChecking={channel.isFetching} />
    </>
  )
}
