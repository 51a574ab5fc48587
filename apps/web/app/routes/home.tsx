import { HydrationBoundary } from '@tanstack/react-query'
import { ArrowRight } from 'lucide-react'
import { Link } from 'react-router'
import { teamApi } from '@slipstream/contract/team'
import archivo from '#assets/fonts/archivo-display.woff2'
import hero from '#assets/hyper-1600.webp'
import heroSmall from '#assets/hyper-800.webp'
import { useStore } from '#features/settings/settings.queries.ts'
import { TeamPreview } from '#features/team/team-members.tsx'
import { pageHeaders } from '#lib/page-cache.ts'
import { pageMeta } from '#lib/page-meta.ts'
import { loadPage } from '#lib/page.server.ts'
import { Promises } from '#shell/promises.tsx'
import { Button } from '#ui/button.tsx'
import type { Route } from './+types/home.ts'

const HERO_SOURCES = `${heroSmall} 800w, ${hero} 1600w`
const HERO_SIZES = '(min-width: 768px) 71vw, 100vw'

export const links: Route.LinksFunction = () => [
  { rel: 'preload', href: archivo, as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' },
  { rel: 'preload', href: hero, as: 'image', imageSrcSet: HERO_SOURCES, imageSizes: HERO_SIZES, fetchPriority: 'high' },
]
export const loader = ({ context }: Route.LoaderArgs) => loadPage(context, [teamApi.members])
export const headers = pageHeaders
export const meta: Route.MetaFunction = (args) => pageMeta(args)

const Home = ({ loaderData }: Route.ComponentProps) => (
  <HydrationBoundary state={loaderData.queries}>
    <main>
      <Hero />
      <div className="mt-10 md:mt-8">
        <Promises />
      </div>
      <section className="mx-auto mt-16 max-w-[1360px] px-5 md:mt-20 md:px-8" aria-labelledby="home-team">
        <div className="flex flex-wrap items-end justify-between gap-4">
          <div>
            <h2 id="home-team" className="display text-[28px] md:text-[36px]">
              Made by people who drive them
            </h2>
            <p className="mt-2 text-muted">You buy from the workshop itself.</p>
          </div>
          <Link
            to="/about"
            className="inline-flex items-center gap-2 rounded-sm py-2 text-sm text-muted hover:text-foreground"
          >
            The whole team
            <ArrowRight className="size-4" aria-hidden="true" />
          </Link>
        </div>
        <TeamPreview limit={3} />
      </section>
    </main>
  </HydrationBoundary>
)

const Hero = () => {
  const { heroTitle, heroText, gameName } = useStore()
  return (
    <section className="dark relative overflow-hidden bg-background text-foreground">
      <div className="absolute inset-x-0 top-0 h-[330px] md:inset-0 md:left-[29%] md:h-auto">
        <img
          src={hero}
          srcSet={HERO_SOURCES}
          sizes={HERO_SIZES}
          width={1600}
          height={1000}
          alt=""
          fetchPriority="high"
          className="hero-mask size-full object-cover object-[52%_60%] md:object-center"
        />
      </div>
      <div className="absolute inset-0 hidden bg-gradient-to-r from-background via-background/10 to-transparent md:block" />
      <div className="relative mx-auto flex max-w-[1360px] flex-col px-5 pt-[340px] pb-12 md:min-h-[640px] md:justify-center md:px-8 md:pt-24 md:pb-16">
        <p className="eyebrow text-primary">Vehicle mods for {gameName}</p>
        <h1 className="display mt-4 max-w-[11ch] text-[44px] md:text-[76px]">{heroTitle}</h1>
        <p className="mt-5 max-w-[44ch] text-[16px] leading-relaxed text-muted md:max-w-[38ch] md:text-[17px]">
          {heroText}
        </p>
        <div className="mt-8 flex flex-wrap items-center gap-3">
          <Button asChild variant="primary" size="lg">
            <Link to="/mods">
              Browse all mods
              <ArrowRight aria-hidden="true" />
            </Link>
          </Button>
          <Button asChild variant="outline" size="lg">
            <Link to="/about">Meet the team</Link>
          </Button>
        </div>
      </div>
    </section>
  )
}

export default Home
export { RouteError as ErrorBoundary } from '#shell/route-error.tsx'
