import { BadgeCheck } from 'lucide-react'
import type { FeaturedReview } from '@slipstream/contract/reviews'
import { Link } from '#lib/link.ts'
import { PageSection } from '#ui/page-section.tsx'
import { Stars } from '#ui/stars.tsx'
import { useFeaturedReviews } from './featured-reviews.queries.ts'

const SHOWN = 3

/** The featured reviews. Renders nothing without featured reviews. */
export const FeaturedReviews = () => {
  const { data: reviews = [] } = useFeaturedReviews()
  if (reviews.length === 0) return null
  return (
    <PageSection title="What drivers say">
      <ul className="mt-6 grid gap-4 md:gap-5 lg:grid-cols-3">
        {reviews.slice(0, SHOWN).map((review) => (
          <li key={review.id}>
            <Quote review={review} />
          </li>
        ))}
      </ul>
    </PageSection>
  )
}

const Quote = ({
  review: { modId, modTitle, author, rating, title, body, isVerified },
}: {
  review: FeaturedReview
}) => (
  <figure className="surface flex h-full flex-col rounded-2xl p-5 md:p-6">
    <Stars rating={rating} label={`${rating} of 5 stars`} />
    <blockquote className="mt-4 flex-1">
      <p className="text-base font-semibold">{title}</p>
      <p className="mt-1.5 line-clamp-6 text-ui leading-relaxed text-muted">{body}</p>
    </blockquote>
    <figcaption className="mt-5 flex flex-wrap items-center gap-x-2 gap-y-1 border-t pt-4 text-small text-muted">
      <span className="font-medium text-foreground">{author}</span>
      {isVerified && (
        <span className="inline-flex items-center gap-1 text-success">
          <BadgeCheck className="size-3.5" aria-hidden="true" />
          Verified buyer
        </span>
      )}
      <Link
        to={`/mods/${modId}#reviews`}
        className="ml-auto rounded-sm underline decoration-border underline-offset-4 hover:text-foreground hover:decoration-current"
      >
        {modTitle}
      </Link>
    </figcaption>
  </figure>
)
