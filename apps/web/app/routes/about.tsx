import { HydrationBoundary } from '@tanstack/react-query'
import { teamApi } from '@slipstream/contract/team'
import { useStore } from '#features/settings/settings.queries.ts'
import { TeamByCategory } from '#features/team/team-members.tsx'
import { Link } from '#lib/link.ts'
import { pageHeaders } from '#lib/page-cache.ts'
import { pageMeta } from '#lib/page-meta.ts'
import { loadPage } from '#lib/page.server.ts'
import { Button } from '#ui/button.tsx'
import type { Route } from './+types/about.ts'

export const loader = ({ context }: Route.LoaderArgs) => loadPage(context, [teamApi.categories, teamApi.members])
export const headers = pageHeaders
export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, {
    title: 'About',
    description: 'Meet the people who build the vehicles and answer your tickets, and see how we work.',
  })

const About = ({ loaderData }: Route.ComponentProps) => {
  const { storeName, gameName } = useStore()
  return (
    <HydrationBoundary state={loaderData.queries}>
      <main className="mx-auto max-w-[1360px] px-5 pt-28 md:px-8 md:pt-36">
        <p className="eyebrow text-primary">About {storeName}</p>
        <h1 className="display mt-4 max-w-[16ch] text-[40px] md:text-[64px]">A small workshop with a loud dyno</h1>
        <div className="mt-6 grid max-w-[1000px] gap-x-12 gap-y-4 text-[17px] leading-relaxed text-muted md:grid-cols-2">
          <p>
            We make vehicles for {gameName}: each one modeled from scratch, given real weights and gear ratios, then
            crashed until it falls apart the way it should.
          </p>
          <p>
            There is no marketplace behind this store and no middleman. You buy from the people who built the mod, you
            keep it, and when the game moves on, we update it.
          </p>
        </div>
        <TeamByCategory />
        <section className="surface mt-16 flex flex-wrap items-center justify-between gap-6 rounded-2xl p-6 md:p-8">
          <div>
            <h2 className="text-title">Something you would like to see built?</h2>
            <p className="mt-1 text-muted">We read every message, and our best ideas came that way.</p>
          </div>
          <Button asChild variant="primary" size="lg">
            <Link to="/contact">Write to us</Link>
          </Button>
        </section>
      </main>
    </HydrationBoundary>
  )
}

export default About
export { RouteError as ErrorBoundary } from '#shell/route-error.tsx'
