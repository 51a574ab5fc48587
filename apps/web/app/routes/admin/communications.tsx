import { useLocation } from 'react-router'
import { AnnouncementsSection } from '#features/announcements/announcements-section.tsx'
import { NewsletterSection } from '#features/newsletter/newsletter-section.tsx'
import { TemplatesSection } from '#features/templates/templates-section.tsx'
import { WishedMods } from '#features/wishlist/wished-mods.tsx'
import { pageMeta } from '#lib/page-meta.ts'
import { PageFrame } from '#ui/page-frame.tsx'
import type { Route } from './+types/communications.ts'

export const meta: Route.MetaFunction = (args) => pageMeta(args, { title: 'Communications', isHidden: true })

const CommunicationsPage = () => {
  const { pathname } = useLocation()
  return (
    <PageFrame
      title="Communications"
      description="What the store writes to its customers."
      tabs={[
        { label: 'Notifications', to: '/admin/notifications' },
        { label: 'Templates', to: '/admin/communications/templates' },
        { label: 'Newsletter', to: '/admin/communications/newsletter' },
        { label: 'Discord', to: '/admin/communications/discord' },
      ]}
    >
      {pathname.endsWith('/templates') && <TemplatesSection />}
      {pathname.endsWith('/discord') && <AnnouncementsSection />}
      {pathname.endsWith('/newsletter') && <NewsletterSection wishlists={<WishedMods />} />}
    </PageFrame>
  )
}

export default CommunicationsPage
export { RouteError as ErrorBoundary } from '#shell/route-error.tsx'
