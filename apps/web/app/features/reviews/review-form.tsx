import { useState } from 'react'
import type { ReviewPicture } from '@slipstream/contract/reviews'
import type { OwnReview } from '@slipstream/contract/reviews-own'
import { Link } from '#lib/link.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { Textarea } from '#ui/textarea.tsx'
import { toast } from '#ui/toast-store.ts'
import { useForm } from '#ui/use-form.ts'
import { reviewRules, useSaveReview } from './own-review.queries.ts'
import { PicturePicker } from './picture-picker.tsx'
import { StarChoice } from './star-choice.tsx'

interface ReviewFormProps {
  modId: number
  review: OwnReview | null
}

const EMPTY = { rating: 0, title: '', body: '' }

/** A low rating is often a call for help. */
const LOW_STARS = 2

export const ReviewForm = ({ modId, review }: ReviewFormProps) => {
  const { mutateAsync } = useSaveReview(modId)
  const [pictures, setPictures] = useState<readonly ReviewPicture[]>(review?.pictures ?? [])
  const { form, text, values, change, isPending, problems, failure } = useForm({
    initial: review ? { rating: review.rating, title: review.title, body: review.body } : EMPTY,
    schema: reviewRules('save'),
    words: { rating: 'Choose one to five stars.' },
    body: (typed) => ({ ...typed, pictureIds: pictures.map(({ id }) => id) }),
    send: mutateAsync,
    onDone: () => {
      toast({ title: 'Thank you', description: 'We’ll read your review before we publish it.', tone: 'success' })
      window.scrollTo({ top: 0 })
    },
  })
  return (
    <form {...form} className="surface mt-6 flex flex-col gap-5 rounded-2xl p-5 md:p-6">
      <StarChoice rating={values.rating} error={problems.rating} onChoose={(rating) => change({ rating })} />
      {values.rating > 0 && values.rating <= LOW_STARS && (
        <p className="text-ui text-muted">
          Is something not working?{' '}
          <Link to={`/tickets?new=mod&mod=${modId}`} className="underline underline-offset-4 hover:text-foreground">
            Ask support
          </Link>
          , we can often fix it. Your review is welcome either way.
        </p>
      )}
      <Field label="Title" isOptional error={problems.title}>
        <Input {...text('title')} />
      </Field>
      <Field
        label="Your review"
        hint="How does it drive, look and sound? The page shows your username, and which version you have."
        error={problems.body}
      >
        <Textarea rows={7} {...text('body')} />
      </Field>
      <PicturePicker pictures={pictures} onChange={setPictures} />
      {failure !== null && (
        <p role="alert" tabIndex={-1} className="text-small text-destructive">
          {failure}
        </p>
      )}
      <Button type="submit" variant="primary" className="w-fit max-md:w-full" isLoading={isPending}>
        {review ? 'Send changes' : 'Send review'}
      </Button>
    </form>
  )
}
