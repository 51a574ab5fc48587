import { Send } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import type { TicketAttachment, TicketThread } from '@slipstream/contract/tickets'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { NativeSelect } from '#ui/native-select.tsx'
import { Textarea } from '#ui/textarea.tsx'
import { useForm } from '#ui/use-form.ts'
import { CATEGORY_OPTIONS } from './contact-form.tsx'
import { FilePicker } from './file-picker.tsx'
import { hoursText } from './hours-text.ts'
import type { TicketContext } from './ticket-context.ts'
import { hintFor } from './ticket-hint.ts'
import { ticketRules, useOpenTicket } from './tickets.queries.ts'

export interface OwnMod {
  modId: number
  title: string
  orderNumber: string | null
}

interface NewTicketFormProps {
  context: TicketContext
  /** The customer's mods, to choose the one the ticket is about. */
  mods: readonly OwnMod[]
  /** Known answers that may make the ticket unnecessary. */
  answers: (mod: OwnMod) => ReactNode
  gameName: string
  onOpened: (thread: TicketThread) => void
}

const NONE = ''

export const NewTicketForm = ({ context, mods, answers, gameName, onOpened }: NewTicketFormProps) => {
  const { mutateAsync } = useOpenTicket()
  const key = useRef<string | null>(null)
  const [files, setFiles] = useState<TicketAttachment[]>([])
  const { form, text, values, isPending, problems, failure } = useForm({
    initial: {
      category: context.category ?? 'general',
      mod: context.modId === undefined ? NONE : String(context.modId),
      subject: '',
      body: '',
    },
    schema: ticketRules('open'),
    body: ({ category, mod, subject, body }) => ({
      category,
      subject,
      body,
      clientKey: (key.current ??= crypto.randomUUID()),
      ...(mod !== NONE && { modId: Number(mod) }),
      ...orderOf(context, mods, mod),
      ...(context.requestId && { requestId: context.requestId }),
      attachmentIds: files.map(({ id }) => id),
    }),
    send: mutateAsync,
    onDone: onOpened,
  })
  const chosen = mods.find(({ modId }) => String(modId) === values.mod)
  return (
    <form {...form} className="surface flex flex-col gap-4 rounded-2xl p-5 md:p-6" aria-labelledby="new-ticket">
      <h2 id="new-ticket" className="text-title">
        New ticket
      </h2>
      <div className="grid gap-4 md:grid-cols-2">
        <Field
          label="What is it about?"
          error={problems.category}
          hint={`We reply within ${hoursText(values.category)}.`}
        >
          <NativeSelect options={CATEGORY_OPTIONS} {...text('category')} />
        </Field>
        {mods.length > 0 && (
          <Field label="Which mod?" isOptional error={problems.mod}>
            <NativeSelect
              options={[
                { value: NONE, label: 'None of them' },
                ...mods.map(({ modId, title }) => ({ value: String(modId), label: title })),
              ]}
              {...text('mod')}
            />
          </Field>
        )}
      </div>
      {chosen && values.category === 'mod' && answers(chosen)}
      <Field label="Subject" error={problems.subject}>
        <Input {...text('subject')} />
      </Field>
      <Field label="Message" error={problems.body} hint={hintFor(values.category, gameName)}>
        <Textarea rows={6} {...text('body')} />
      </Field>
      {context.orderNumber && <p className="num text-small text-muted">Order {context.orderNumber} is attached.</p>}
      {context.requestId && (
        <p className="text-small text-muted">
          The failed request <code className="font-mono">{context.requestId}</code> is sent along.
        </p>
      )}
      {failure !== null && (
        <p role="alert" tabIndex={-1} className="text-small text-destructive">
          {failure}
        </p>
      )}
      <div className="flex flex-wrap items-end justify-between gap-4">
        <FilePicker files={files} onChange={setFiles} label="Add a screenshot or log" />
        <Button type="submit" variant="primary" size="lg" isLoading={isPending} className="max-md:w-full">
          <Send aria-hidden="true" />
          Send
        </Button>
      </div>
    </form>
  )
}

/** The order the link came from, or the one the chosen mod was bought with. */
const orderOf = ({ orderNumber }: TicketContext, mods: readonly OwnMod[], mod: string) => {
  const number = orderNumber ?? mods.find(({ modId }) => String(modId) === mod)?.orderNumber
  return number ? { orderNumber: number } : {}
}
