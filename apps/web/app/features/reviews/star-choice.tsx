import { Star } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { cx } from '#ui/cx.ts'
import { FieldError } from '#ui/field.tsx'

const WORDS = ['1 star', '2 stars', '3 stars', '4 stars', '5 stars']

interface StarChoiceProps {
  rating: number
  error?: ReactNode
  onChoose: (rating: number) => void
}

export const StarChoice = ({ rating, error, onChoose }: StarChoiceProps) => {
  const name = useId()
  const errorId = `${name}-error`
  return (
    <fieldset aria-describedby={error ? errorId : undefined}>
      <legend className="text-ui font-medium">Rating</legend>
      <div className="mt-1.5 flex gap-1" data-name="rating" tabIndex={-1}>
        {WORDS.map((word, place) => (
          <label
            key={word}
            title={word}
            className="grid size-11 cursor-pointer place-items-center rounded-lg has-focus-visible:outline-2 has-focus-visible:outline-ring"
          >
            <input
              type="radio"
              name={name}
              className="sr-only"
              checked={rating === place + 1}
              onChange={() => onChoose(place + 1)}
            />
            <span className="sr-only">{word}</span>
            <Star
              className={cx('size-7', place < rating ? 'fill-rating text-rating' : 'text-subtle hover:text-foreground')}
              aria-hidden="true"
            />
          </label>
        ))}
      </div>
      {error && <FieldError id={errorId}>{error}</FieldError>}
    </fieldset>
  )
}
