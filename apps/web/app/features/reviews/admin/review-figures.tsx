import { countText, plural } from '#lib/counts.ts'
import { useReviewFigures } from './admin-reviews.queries.ts'

/** Pending and reported reviews, and whether low ratings are rejected more often than high ones. */
export const ReviewFigures = () => {
  const { data } = useReviewFigures()
  if (!data) return null
  const { pending, reported, byStars } = data
  const shares = byStars.map(({ stars, decided, rejected }) => ({
    stars,
    words: decided === 0 ? 'none' : `${Math.round((rejected / decided) * 100)}% of ${countText(decided)}`,
  }))
  return (
    <dl className="surface flex flex-wrap gap-x-8 gap-y-3 rounded-2xl p-4 text-small md:p-5">
      <Figure label="Pending" words={countText(pending)} />
      <Figure label="Reported" words={countText(reported)} />
      {shares.map(({ stars, words }) => (
        <Figure key={stars} label={`Rejected, ${plural(stars, 'star')}`} words={words} />
      ))}
    </dl>
  )
}

const Figure = ({ label, words }: { label: string; words: string }) => (
  <div>
    <dt className="text-muted">{label}</dt>
    <dd className="num text-ui font-medium">{words}</dd>
  </div>
)
