import { useUser } from '#features/auth/auth.queries.ts'
import { Chat } from '#features/chat/chat.tsx'
import { pageMeta } from '#lib/page-meta.ts'
import { PageFrame } from '#ui/page-frame.tsx'
import type { Route } from './+types/chat.ts'

export const meta: Route.MetaFunction = (args) => pageMeta(args, { title: 'Admin Chat', isHidden: true })

const ChatPage = () => {
  const { data: user } = useUser()
  return (
    <PageFrame title="Admin Chat" description="Every administrator can read what is written here.">
      {user && <Chat myId={user.id} />}
    </PageFrame>
  )
}

export default ChatPage
export { RouteError as ErrorBoundary } from '#shell/route-error.tsx'
