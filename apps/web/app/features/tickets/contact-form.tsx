import { MailCheck } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import type { GuestLog } from '@slipstream/contract/tickets'
import { TICKET_CATEGORIES, TICKET_CATEGORY_LABELS, type TicketCategory } from '@slipstream/contract/ticket-terms'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { NativeSelect } from '#ui/native-select.tsx'
import { Textarea } from '#ui/textarea.tsx'
import { useForm } from '#ui/use-form.ts'
import { contactRules, useContact } from './guest.queries.ts'
import { hoursText } from './hours-text.ts'
import { LogPicker } from './log-picker.tsx'
import type { TicketContext } from './ticket-context.ts'
import { hintFor } from './ticket-hint.ts'

const BOT_CHECK = 'cf-turnstile-response'
const WAIT = 'Please complete the bot check first.'

export const CATEGORY_OPTIONS = TICKET_CATEGORIES.map((value) => ({ value, label: TICKET_CATEGORY_LABELS[value] }))

export interface BotCheckSlot {
  name: string
  attempt: number
  problem: string | undefined
  onAnswer: (answer: string | null) => void
}

interface ContactFormProps {
  context: TicketContext
  gameName: string
  botCheck: (slot: BotCheckSlot) => ReactNode
}

/** For visitors without an account, and for those who cannot sign in. */
export const ContactForm = ({ context, gameName, botCheck }: ContactFormProps) => {
  const { mutateAsync } = useContact()
  const [attempt, setAttempt] = useState(0)
  const [sentTo, setSentTo] = useState<string | null>(null)
  const [log, setLog] = useState<GuestLog | null>(null)
  const answer = useRef<string | null>(null)
  const key = useRef<string | null>(null)
  const { form, text, values, isPending, problems, failure, clear, reset } = useForm({
    initial: {
      name: '',
      email: '',
      category: context.category ?? 'general',
      subject: '',
      body: '',
      [BOT_CHECK]: '',
    },
    schema: contactRules,
    words: { [BOT_CHECK]: WAIT },
    body: ({ name, email, category, subject, body }) => ({
      name,
      email: email.trim(),
      subject,
      body,
      category,
      clientKey: (key.current ??= crypto.randomUUID()),
      ...(context.requestId && { requestId: context.requestId }),
      ...(context.modId && { modId: context.modId }),
      ...(log && { log }),
      [BOT_CHECK]: answer.current ?? '',
    }),
    send: mutateAsync,
    onDone: (_, { email }) => {
      key.current = null
      setLog(null)
      setSentTo(email)
    },
    onRefused: () => setAttempt((count) => count + 1),
    fieldOf: { 'auth.bot_check_failed': BOT_CHECK, 'auth.bot_check_away': BOT_CHECK },
  })

  if (sentTo !== null) {
    return (
      <Sent
        email={sentTo}
        category={values.category}
        onAgain={() => {
          setAttempt((count) => count + 1)
          reset()
          setSentTo(null)
        }}
      />
    )
  }
  return (
    <form {...form} className="flex flex-col gap-4">
      <div className="grid gap-4 md:grid-cols-2">
        <Field label="Your name" error={problems.name}>
          <Input autoComplete="name" {...text('name')} />
        </Field>
        <Field label="E-mail" error={problems.email} hint="We answer to this address.">
          <Input type="email" autoComplete="email" {...text('email')} />
        </Field>
      </div>
      <Field
        label="What is it about?"
        error={problems.category}
        hint={`We reply within ${hoursText(values.category)}.`}
      >
        <NativeSelect options={CATEGORY_OPTIONS} {...text('category')} />
      </Field>
      <Field label="Subject" error={problems.subject}>
        <Input {...text('subject')} />
      </Field>
      <Field label="Message" error={problems.body} hint={hintFor(values.category, gameName)}>
        <Textarea rows={6} {...text('body')} />
      </Field>
      <LogPicker log={log} onChange={setLog} />
      {context.requestId && (
        <p className="text-small text-muted">
          The failed request <code className="font-mono">{context.requestId}</code> is sent along.
        </p>
      )}
      {botCheck({
        name: BOT_CHECK,
        attempt,
        problem: problems[BOT_CHECK],
        onAnswer: (given) => {
          answer.current = given
          if (given !== null && problems[BOT_CHECK] === WAIT) clear(BOT_CHECK)
        },
      })}
      {failure !== null && (
        <p role="alert" tabIndex={-1} className="text-small text-destructive">
          {failure}
        </p>
      )}
      <Button type="submit" variant="primary" size="lg" className="self-start max-md:w-full" isLoading={isPending}>
        Send message
      </Button>
    </form>
  )
}

interface SentProps {
  email: string
  category: TicketCategory
  onAgain: () => void
}

const Sent = ({ email, category, onAgain }: SentProps) => (
  <div role="status" className="flex flex-col items-start gap-4 py-2">
    <span className="tinted grid size-12 place-items-center rounded-full [--tone:var(--success)]" aria-hidden="true">
      <MailCheck className="size-6" />
    </span>
    <div>
      <p className="text-title">Your message has arrived</p>
      <p className="mt-2 max-w-[60ch] text-muted">
        We reply within {hoursText(category)}. If <span className="text-foreground">{email}</span> is right, you’ll find
        an e-mail there with a link to follow your ticket. If you wrote to us within the last hour, the e-mail comes
        with our answer.
      </p>
    </div>
    <Button variant="outline" onClick={onAgain}>
      Write another message
    </Button>
  </div>
)
