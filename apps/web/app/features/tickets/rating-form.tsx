import { Star } from 'lucide-react'
import { useId } from 'react'
import { Button } from '#ui/button.tsx'
import { cx } from '#ui/cx.ts'
import { Field } from '#ui/field.tsx'
import { Textarea } from '#ui/textarea.tsx'
import { useForm } from '#ui/use-form.ts'
import { ticketRules } from './tickets.queries.ts'

interface Rating {
  rating: number
  comment: string
}

interface RatingFormProps {
  rating: number | null
  comment: string
  send: (rating: Rating) => Promise<unknown>
}

const WORDS = ['Very bad', 'Bad', 'Okay', 'Good', 'Very good']

/** Only the button sends a rating: mail scanners that open links must not. */
export const RatingForm = ({ rating, comment, send }: RatingFormProps) => {
  const name = useId()
  const { form, text, values, change, isPending, problems, failure } = useForm({
    initial: { rating: rating ?? 0, comment },
    schema: ticketRules('rate'),
    words: { rating: 'Choose one to five stars.' },
    body: (typed) => typed,
    send,
  })
  return (
    <form {...form} className="surface rounded-2xl p-5">
      <fieldset>
        <legend className="text-base font-semibold">How did we do?</legend>
        <div className="mt-2 flex gap-1" data-name="rating">
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
                checked={values.rating === place + 1}
                onChange={() => change({ rating: place + 1 })}
              />
              <span className="sr-only">{word}</span>
              <Star
                className={cx(
                  'size-6',
                  place < values.rating ? 'fill-primary text-primary' : 'text-subtle hover:text-foreground',
                )}
                aria-hidden="true"
              />
            </label>
          ))}
        </div>
        {problems.rating && <p className="mt-1 text-small text-destructive">{problems.rating}</p>}
      </fieldset>
      <Field label="Anything we should know?" isOptional error={problems.comment} className="mt-3">
        <Textarea rows={2} {...text('comment')} />
      </Field>
      {failure !== null && (
        <p role="alert" tabIndex={-1} className="mt-2 text-small text-destructive">
          {failure}
        </p>
      )}
      <div className="mt-4 flex items-center gap-4">
        <Button type="submit" variant="outline" isLoading={isPending}>
          {rating === null ? 'Send rating' : 'Change rating'}
        </Button>
        <p role="status" className="text-small text-muted">
          {rating !== null && 'Thank you for rating us.'}
        </p>
      </div>
    </form>
  )
}
