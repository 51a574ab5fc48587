import { Construction } from 'lucide-react'
import { Link } from '#lib/link.ts'
import { pageHeaders } from '#lib/page-cache.ts'
import { pageMeta } from '#lib/page-meta.ts'
import { Button } from '#ui/button.tsx'
import type { Route } from './+types/not-open-yet.ts'

export const headers = pageHeaders
export const meta: Route.MetaFunction = (args) => pageMeta(args, { title: 'Not open yet', isHidden: true })

const NotOpenYet = () => (
  <main className="mx-auto max-w-xl px-5 pt-40 pb-16 text-center">
    <Construction className="mx-auto size-8 text-primary" aria-hidden="true" />
    <h1 className="display mt-6 text-[34px] md:text-[40px]">Not open yet</h1>
    <p className="mt-5 text-muted">This part of the store is still being built. Come back soon.</p>
    <Button asChild variant="outline" size="lg" className="mt-8">
      <Link to="/">Go Home</Link>
    </Button>
  </main>
)

export default NotOpenYet
export { RouteError as ErrorBoundary } from '#shell/route-error.tsx'
