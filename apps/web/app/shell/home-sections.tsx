import { CategoryTiles } from '#features/catalogue/category-tiles.tsx'
import { HowItWorks } from '#features/catalogue/how-it-works.tsx'
import { LatestReleases } from '#features/catalogue/latest-releases.tsx'
import { FeaturedReviews } from '#features/reviews/featured-reviews.tsx'
import { useStore } from '#features/settings/settings.queries.ts'
import { TeamPreview } from '#features/team/team-members.tsx'
import { useTeamMembers } from '#features/team/team.queries.ts'
import { Button } from '#ui/button.tsx'
import { PageSection } from '#ui/page-section.tsx'

/** The home page sections below the mods. */
export const HomeSections = () => (
  <>
    <CategoryTiles />
    <FeaturedReviews />
    <LatestReleases />
    <HowItWorks />
    <Team />
    <Community />
  </>
)

const Team = () =>
  useTeamMembers().data?.length === 0 ? null : (
    <PageSection
      title="Made by people who drive them"
      text="You buy from the workshop itself."
      more={{ label: 'The whole team', to: '/about' }}
    >
      <TeamPreview limit={3} />
    </PageSection>
  )

const Community = () => {
  const { socialLinks } = useStore()
  const discord = socialLinks.find(({ network }) => network === 'discord')
  if (!discord) return null
  return (
    <section className="mx-auto mt-16 max-w-[1360px] px-5 md:mt-20 md:px-8" aria-labelledby="home-discord">
      <div className="surface flex flex-wrap items-center justify-between gap-6 rounded-2xl p-6 md:p-8">
        <div>
          <h2 id="home-discord" className="text-title">
            Talk to us on Discord
          </h2>
          <p className="mt-1 text-muted">Previews of upcoming mods, help with setups, and the best crashes.</p>
        </div>
        <Button asChild variant="outline" size="lg">
          <a href={discord.url} rel="noreferrer">
            Join the server
          </a>
        </Button>
      </div>
    </section>
  )
}
