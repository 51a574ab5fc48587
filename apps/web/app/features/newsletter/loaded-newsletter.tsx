import { ChevronLeft } from 'lucide-react'
import type { Newsletter, NewsletterForm } from '@slipstream/contract/newsletter'
import { SENDING_RATES } from '@slipstream/contract/newsletter-limits'
import { Link } from '#lib/link.ts'
import { Card } from '#ui/card.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { MailPreview } from '#ui/mail-preview.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { useNewsletter, usePreview } from './newsletter.queries.ts'
import { NewsletterEditor } from './newsletter-editor.tsx'
import { NewsletterProgress } from './newsletter-progress.tsx'

const EMPTY: NewsletterForm = {
  subject: '',
  preview: '',
  heading: '',
  body: '',
  button: null,
  audience: { owns: [], wishes: [], seenWithinDays: null, awayForDays: null },
  perMinute: SENDING_RATES.usual,
  warmUp: true,
}

const Back = () => (
  <Link
    to="/admin/communications/newsletter"
    className="inline-flex w-fit items-center gap-1 rounded-sm text-small text-muted hover:text-foreground"
  >
    <ChevronLeft className="size-4" aria-hidden="true" />
    All newsletters
  </Link>
)

export const NewNewsletter = () => (
  <>
    <Back />
    <NewsletterEditor newsletter={null} form={EMPTY} />
  </>
)

export const LoadedNewsletter = ({ id }: { id: number }) => {
  const query = useNewsletter(id)
  return (
    <>
      <Back />
      {query.isPending && <Skeleton className="h-96 rounded-2xl" />}
      {!query.isPending && !query.data && (
        <Card>
          <ErrorState
            title="The newsletter could not be loaded."
            error={query.error}
            onRetry={() => void query.refetch()}
            isRetrying={query.isFetching}
          />
        </Card>
      )}
      {query.data && <Opened newsletter={query.data} />}
    </>
  )
}

const EDITABLE: readonly Newsletter['state'][] = ['draft', 'scheduled', 'missed']

const Opened = ({ newsletter }: { newsletter: Newsletter }) =>
  EDITABLE.includes(newsletter.state) ? (
    // The editor keeps its own copy of the form: a refetch must not replace what is being typed.
    <NewsletterEditor key={newsletter.id} newsletter={newsletter} form={newsletter.form} />
  ) : (
    <>
      <NewsletterProgress newsletter={newsletter} />
      <Sent form={newsletter.form} />
    </>
  )

const Sent = ({ form }: { form: NewsletterForm }) => <MailPreview query={usePreview(form)} />
