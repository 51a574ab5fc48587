import type { MailTemplate, TemplateWords } from '@slipstream/contract/templates'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { failureText } from '#ui/failure-text.ts'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { MailPreview } from '#ui/mail-preview.tsx'
import { Notice } from '#ui/notice.tsx'
import { Textarea } from '#ui/textarea.tsx'
import { useForm } from '#ui/use-form.ts'
import { useSettled } from '#ui/use-settled.ts'
import { problemsWith } from './template-problems.ts'
import {
  templateRules,
  useResetTemplate,
  useSaveTemplate,
  useTemplatePreview,
  useTestTemplate,
} from './templates.queries.ts'

const OWN: TemplateWords = { subject: '', intro: '', outro: '' }

export const TemplateEditor = ({ template }: { template: MailTemplate }) => {
  const { name, subject, variables, words } = template
  const saving = useSaveTemplate(name)
  const test = useTestTemplate(name)
  const problemsIn = problemsWith(variables.map((variable) => variable.name))
  const form = useForm({
    initial: words ?? OWN,
    schema: templateRules,
    body: (typed: TemplateWords) => typed,
    check: problemsIn,
    send: saving.mutateAsync,
  })
  const { values, problems, text } = form
  const preview = useTemplatePreview(name, useSettled(isEmpty(problemsIn(values)) ? values : null))
  return (
    <div className="grid items-start gap-5 2xl:grid-cols-2">
      <Card title={subject} description="Plain text around the default text. The button, links and footer stay.">
        <form {...form.form} className="flex flex-col gap-5">
          {form.failure && <Notice tone="destructive" title={form.failure} />}
          <Field label="Subject" isOptional hint={`Empty: ${subject}`} error={problems.subject}>
            <Input {...text('subject')} autoComplete="off" maxLength={150} />
          </Field>
          <Field label="Above the text" isOptional error={problems.intro}>
            <Textarea {...text('intro')} rows={3} maxLength={1_000} />
          </Field>
          <Field label="Below the text" isOptional error={problems.outro}>
            <Textarea {...text('outro')} rows={3} maxLength={1_000} />
          </Field>
          <div>
            <h3 className="text-small font-medium">Variables of this mail</h3>
            <dl className="mt-2 grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-small">
              {variables.map((variable) => (
                <div key={variable.name} className="contents">
                  <dt className="font-mono">{`{{${variable.name}}}`}</dt>
                  <dd className="min-w-0 wrap-anywhere text-muted">{variable.example}</dd>
                </div>
              ))}
            </dl>
          </div>
          <div className="flex flex-wrap items-center gap-3">
            <Button type="submit" variant="primary" isLoading={form.isPending}>
              Save
            </Button>
            <Button variant="outline" isLoading={test.isPending} onClick={() => test.mutate(values)}>
              Send a test to me
            </Button>
            {words && <ResetButton name={name} onReset={() => form.change(OWN)} />}
            <span role="status" className="text-small text-muted">
              {saving.isSuccess && !test.isSuccess && 'Saved.'}
              {test.isSuccess && `Sent to ${test.data.to}.`}
              {test.isError && failureText(test.error)}
            </span>
          </div>
        </form>
      </Card>
      <MailPreview query={preview} />
    </div>
  )
}

const isEmpty = (problems: object) => Object.keys(problems).length === 0

const ResetButton = ({ name, onReset }: { name: string; onReset: () => void }) => {
  const reset = useResetTemplate(name)
  return (
    <ConfirmDialog
      title="Reset this e-mail to the default text?"
      description="Your words for this e-mail are deleted."
      confirmLabel="Reset"
      failureText={failureText}
      onConfirm={async () => {
        await reset.mutateAsync()
        onReset()
      }}
      trigger={<Button variant="ghost">Reset</Button>}
    />
  )
}
