import { useEffect, useRef, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { failureText } from '#ui/failure-text.ts'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { Moment } from '#ui/moment.tsx'
import { Notice } from '#ui/notice.tsx'
import { useForm } from '#ui/use-form.ts'
import { cancelLinkRules, useCancelByLink, useMailCancelLink } from './cancel-by-mail.queries.ts'

interface CancelByMailProps {
  /** The secret from a mailed link. */
  token: string | null
}

/** Canceling without signing in, which the law of some countries requires: a mailed link, then one confirmation. */
export const CancelByMail = ({ token }: CancelByMailProps) => (
  <section
    id="cancel"
    aria-labelledby="cancel-title"
    className="mx-auto mt-16 max-w-[1360px] scroll-mt-24 px-5 md:px-8"
  >
    <h2 id="cancel-title" className="text-base font-semibold">
      Cancel without signing in
    </h2>
    {token === null ? <AskForLink /> : <ConfirmByLink token={token} />}
  </section>
)

const AskForLink = () => {
  const [sentTo, setSentTo] = useState<string | null>(null)
  const { mutateAsync } = useMailCancelLink()
  const { form, isPending, problems, failure, clear, values } = useForm({
    initial: { email: '' },
    schema: cancelLinkRules,
    body: ({ email }) => ({ email: email.trim() }),
    send: async (body) => {
      await mutateAsync(body)
      return body
    },
    onDone: ({ email }) => setSentTo(email),
  })
  return (
    <>
      <p className="mt-1 max-w-[62ch] text-ui text-muted">
        Enter the e-mail address of your account. We send you a link that cancels your subscription.
      </p>
      <form {...form} className="mt-4 flex flex-wrap items-start gap-3">
        <Field label="E-mail" isLabelHidden error={problems.email ?? failure} className="w-full sm:w-80">
          <Input
            name="email"
            type="email"
            autoComplete="email"
            placeholder="E-mail"
            defaultValue={values.email}
            onInput={() => clear('email')}
          />
        </Field>
        <Button type="submit" variant="outline" isLoading={isPending} className="max-sm:w-full">
          Send the link
        </Button>
      </form>
      <p role="status" className="max-w-[62ch] text-ui text-muted not-empty:mt-3">
        {sentTo !== null && `If a subscription belongs to ${sentTo}, the link is on its way. It works for 24 hours.`}
      </p>
    </>
  )
}

const ConfirmByLink = ({ token }: { token: string }) => {
  const { mutate, isPending, error, data } = useCancelByLink()
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // The mailed link opens the top of the page, and this section loads later.
    place.current?.scrollIntoView({ block: 'center' })
    place.current?.focus({ preventScroll: true })
  }, [])
  return (
    <div ref={place} tabIndex={-1} className="mt-3 outline-none">
      {data ? (
        <Notice tone="success" title="Your subscription is canceled. We have e-mailed you a confirmation.">
          {data.endsAt && (
            <>
              Premium stays on until <Moment at={data.endsAt} />, and nothing more is charged.
            </>
          )}
        </Notice>
      ) : (
        <Notice
          tone={error ? 'destructive' : 'warning'}
          title={error ? failureText(error) : 'Cancel your subscription?'}
          actions={
            <Button variant="destructive" isLoading={isPending} onClick={() => mutate(token)}>
              Cancel subscription
            </Button>
          }
        >
          You keep Premium until the end of the period you paid for. Nothing more is charged.
        </Notice>
      )}
    </div>
  )
}
