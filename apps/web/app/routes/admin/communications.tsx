import { useLocation } from 'react-router'
import { NewsletterSection } from '#features/newsletter/newsletter-section.tsx'
import { TemplatesSection } from '#features/templates/templates-section.tsx'
import { WishedMods } from '#features/wishlist/wished-mods.tsx'
import { Link } from '#lib/link.ts'
import { pageMeta } from '#lib/page-meta.ts'
import { Card } from '#ui/card.tsx'
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
      {pathname.endsWith('/discord') && <DiscordState />}
      {pathname.endsWith('/newsletter') && <NewsletterSection wishlists={<WishedMods />} />}
    </PageFrame>
  )
}

/** What the store does on Discord today. */
const DiscordState = () => (
  <Card title="Discord">
    <div className="flex max-w-[72ch] flex-col gap-3 text-ui">
      <p>
        Premium members get their Discord role from the store’s bot, and a nightly job repairs what differs. Alerts go
        to the channel of the webhook in the store’s environment.
      </p>
      <p className="text-muted">The store does not announce mods, releases or sales on Discord yet.</p>
      <p>
        <Link to="/admin/subscriptions/recent" className="underline underline-offset-4">
          See the subscriptions
        </Link>
      </p>
    </div>
  </Card>
)

export default CommunicationsPage
export { RouteError as ErrorBoundary } from '#shell/route-error.tsx'
