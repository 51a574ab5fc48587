import { useState } from 'react'
import type { Newsletter, NewsletterForm } from '@slipstream/contract/newsletter'
import { NEWSLETTER_LIMITS, SENDING_RATES } from '@slipstream/contract/newsletter-limits'
import { useNavigate } from '#lib/link.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { MailPreview } from '#ui/mail-preview.tsx'
import { Notice } from '#ui/notice.tsx'
import { Textarea } from '#ui/textarea.tsx'
import { useForm } from '#ui/use-form.ts'
import { useSettled } from '#ui/use-settled.ts'
import { AudienceFields } from './audience-fields.tsx'
import { newsletterRules, usePreview, useSaveNewsletter } from './newsletter.queries.ts'
import { NewsletterStatus } from './newsletter-status.tsx'
import { SendActions, TestButton } from './send-actions.tsx'
import { formOf, problemsOf, type Typed, typedOf } from './typed-newsletter.ts'

interface NewsletterEditorProps {
  /** Null for a new one. */
  newsletter: Newsletter | null
  form: NewsletterForm
}

export const NewsletterEditor = ({ newsletter, form: initial }: NewsletterEditorProps) => {
  const navigate = useNavigate()
  const saving = useSaveNewsletter(newsletter?.id ?? null)
  const [saved, setSaved] = useState<Typed>(() => typedOf(initial))
  const form = useForm({
    initial: typedOf(initial),
    schema: newsletterRules,
    body: formOf,
    check: problemsOf,
    send: saving.mutateAsync,
    onDone: ({ id }, typed) => {
      setSaved(typed)
      if (newsletter === null) void navigate(`/admin/communications/newsletter?letter=${id}`, { replace: true })
    },
  })
  const { values, problems, text, change } = form
  const isSaved = JSON.stringify(values) === JSON.stringify(saved)
  const readable = Object.keys(problemsOf(values)).length === 0 ? formOf(values) : null
  return (
    <div className="grid items-start gap-5 xl:grid-cols-[minmax(0,1fr)_minmax(0,640px)]">
      <form {...form.form} className="flex flex-col gap-5">
        {newsletter?.state === 'missed' && (
          <Notice tone="warning" title="This newsletter was not sent.">
            It could not start within two hours of its time. Check that it is still current, then send it or schedule it
            again.
          </Notice>
        )}
        {form.failure && <Notice tone="destructive" title={form.failure} />}
        <Words form={form} newsletter={newsletter} />
        <AudienceFields values={values} problems={problems} change={change} />
        <Card title="Speed">
          <Field
            label="E-mails per minute"
            hint={`A new sender starts slowly, or receivers take it for spam. At most ${SENDING_RATES.most}.`}
            error={problems.perMinute}
          >
            <Input {...text('perMinute')} inputMode="numeric" className="max-w-40" />
          </Field>
          <Checkbox
            className="mt-5"
            label="Warm up"
            hint={`Sends at most twice as many e-mails in 24 hours as on the best day of the last month, or ${SENDING_RATES.firstDay} if that is more. The rest follows day by day.`}
            checked={values.warmUp}
            onCheckedChange={(warmUp) => change({ warmUp })}
          />
        </Card>
        <Acts newsletter={newsletter} form={readable} isSaved={isSaved} isPending={form.isPending} />
      </form>
      <Preview form={readable} />
    </div>
  )
}

type EditorForm = ReturnType<typeof useForm<Typed, NewsletterForm, Newsletter>>

const Words = ({ form: { problems, text }, newsletter }: { form: EditorForm; newsletter: Newsletter | null }) => (
  <Card title="Words" actions={newsletter && <NewsletterStatus state={newsletter.state} />}>
    <div className="flex flex-col gap-5">
      <Field label="Subject" error={problems.subject}>
        <Input {...text('subject')} maxLength={NEWSLETTER_LIMITS.subject} autoComplete="off" />
      </Field>
      <Field label="Preview line" isOptional hint="Shown after the subject in the inbox." error={problems.preview}>
        <Input {...text('preview')} maxLength={NEWSLETTER_LIMITS.preview} autoComplete="off" />
      </Field>
      <Field label="Heading" error={problems.heading}>
        <Input {...text('heading')} maxLength={NEWSLETTER_LIMITS.heading} autoComplete="off" />
      </Field>
      <Field
        label="Text"
        hint="Plain text. An empty line starts a paragraph, which becomes a list if all its lines begin with “- ”."
        error={problems.body}
      >
        <Textarea {...text('body')} rows={10} maxLength={NEWSLETTER_LIMITS.body} />
      </Field>
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label="Button" isOptional error={problems.buttonLabel}>
          <Input {...text('buttonLabel')} maxLength={NEWSLETTER_LIMITS.label} autoComplete="off" />
        </Field>
        <Field label="Page the button opens" isOptional hint="Like /mods/12" error={problems.buttonPath}>
          <Input {...text('buttonPath')} autoComplete="off" spellCheck={false} />
        </Field>
      </div>
    </div>
  </Card>
)

interface ActsProps {
  newsletter: Newsletter | null
  /** Null while the form has problems. */
  form: NewsletterForm | null
  isSaved: boolean
  isPending: boolean
}

const Acts = ({ newsletter, form, isSaved, isPending }: ActsProps) => (
  <div className="flex flex-wrap items-center gap-3">
    <Button type="submit" variant={isSaved && newsletter ? 'outline' : 'primary'} isLoading={isPending}>
      {newsletter ? 'Save' : 'Save draft'}
    </Button>
    <TestButton form={form} />
    {newsletter && isSaved && <SendActions newsletter={newsletter} />}
    {newsletter && !isSaved && <p className="text-small text-muted">Save your changes before you send it.</p>}
  </div>
)

const Preview = ({ form }: { form: NewsletterForm | null }) => {
  const query = usePreview(useSettled(form))
  if (form === null && !query.data) {
    return (
      <Card title="Preview">
        <p className="text-ui text-muted">Write a subject, a heading and a text to see the e-mail here.</p>
      </Card>
    )
  }
  return <MailPreview query={query} />
}
