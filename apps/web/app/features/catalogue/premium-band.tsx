import { Gem } from 'lucide-react'
import { Link } from '#lib/link.ts'
import { Button } from '#ui/button.tsx'
import { usePopularMods } from './catalogue.queries.ts'

const BENEFITS = ['Every mod marked Premium, for as long as you are a member', 'Priority support']
const DISCORD_ROLE = 'Your own role on our Discord server'

/** Shown only if one of the popular mods is included with Premium. */
export const PremiumBand = ({ givesDiscordRole }: { givesDiscordRole: boolean }) => {
  if (!usePopularMods().data?.items.some(({ includedWithPremium }) => includedWithPremium)) return null
  return (
    <section className="mx-auto mt-16 max-w-[1360px] px-5 md:mt-20 md:px-8" aria-labelledby="home-premium">
      <div className="surface relative overflow-hidden rounded-2xl p-6 md:p-10">
        <div className="absolute inset-0 bg-gradient-to-r from-premium/12 to-transparent" />
        <div className="relative flex flex-wrap items-center justify-between gap-8">
          <div>
            <p className="eyebrow flex items-center gap-2 text-premium">
              <Gem className="size-4" aria-hidden="true" />
              Premium
            </p>
            <h2 id="home-premium" className="display mt-3 max-w-[20ch] text-display-m">
              Drive every Premium mod
            </h2>
            <ul className="mt-4 flex flex-col gap-1.5 text-muted">
              {[...BENEFITS, ...(givesDiscordRole ? [DISCORD_ROLE] : [])].map((text) => (
                <li key={text} className="flex gap-2.5">
                  <span className="mt-2.5 size-1.5 shrink-0 rounded-full bg-premium" aria-hidden="true" />
                  {text}
                </li>
              ))}
            </ul>
          </div>
          <Button asChild variant="outline" size="lg">
            <Link to="/subscribe" prefetch="intent">
              See the plans
            </Link>
          </Button>
        </div>
      </div>
    </section>
  )
}
