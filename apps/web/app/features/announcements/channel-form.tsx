import type { AnnouncementChannel } from '@slipstream/contract/announcements'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { failureText } from '#ui/failure-text.ts'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { Moment } from '#ui/moment.tsx'
import { Notice } from '#ui/notice.tsx'
import { useForm } from '#ui/use-form.ts'
import { type ChannelChange, channelRules, useChangeChannel, useForgetChannel } from './announcements.queries.ts'

interface Typed {
  webhook: string
  mod: boolean
  release: boolean
  sale: boolean
}

const KINDS = [
  { kind: 'mod', label: 'New mods', hint: 'When a mod is published for the first time.' },
  { kind: 'release', label: 'New releases', hint: 'A new version of a published mod.' },
  { kind: 'sale', label: 'Sales', hint: 'When a sale begins. Sales that begin together share one message.' },
] as const

const toBody = ({ webhook, ...kinds }: Typed): ChannelChange => ({
  kinds,
  ...(webhook.trim() !== '' && { webhook: webhook.trim() }),
})

export const ChannelForm = ({ channel: { webhook, kinds } }: { channel: AnnouncementChannel }) => {
  const saving = useChangeChannel()
  const form = useForm({
    initial: { webhook: '', ...kinds },
    schema: channelRules,
    body: toBody,
    check: (typed: Typed) =>
      webhook === null && typed.webhook.trim() === '' ? { webhook: 'Paste the address of a webhook.' } : {},
    send: saving.mutateAsync,
  })
  const { values, problems } = form
  return (
    <Card
      title="Announcements"
      description="Posted to one Discord channel, without mentions. Corrections edit the message."
    >
      <form {...form.form} className="flex flex-col gap-5">
        {form.failure && <Notice tone="destructive" title={form.failure} />}
        {webhook && (
          <div className="flex flex-wrap items-center justify-between gap-3 rounded-xl border px-4 py-3 text-ui">
            <p className="min-w-0 wrap-anywhere">
              Webhook <strong className="font-medium">{webhook.name}</strong>, saved <Moment at={webhook.savedAt} />
            </p>
            <ForgetButton />
          </div>
        )}
        <Field
          label={webhook ? 'Replace the webhook' : 'Webhook address'}
          isOptional={webhook !== null}
          hint="On Discord: Edit channel, Integrations, Webhooks, Copy webhook URL. It is stored encrypted and not shown again."
          error={problems.webhook}
        >
          <Input
            {...form.text('webhook')}
            type="password"
            autoComplete="off"
            maxLength={300}
            placeholder="https://discord.com/api/webhooks/…"
          />
        </Field>
        <fieldset className="flex flex-col gap-3">
          <legend className="mb-3 text-small font-medium">Announce</legend>
          {KINDS.map(({ kind, label, hint }) => (
            <Checkbox
              key={kind}
              label={label}
              hint={hint}
              checked={values[kind]}
              onCheckedChange={(isOn) => form.change({ [kind]: isOn })}
            />
          ))}
        </fieldset>
        <div className="flex flex-wrap items-center gap-3">
          <Button type="submit" variant="primary" isLoading={form.isPending}>
            Save
          </Button>
          <span role="status" className="text-small text-muted">
            {saving.isSuccess && !form.isPending && 'Saved.'}
          </span>
        </div>
      </form>
    </Card>
  )
}

const ForgetButton = () => (
  <ConfirmDialog
    title="Delete the webhook?"
    description="Nothing will be announced anymore. Messages on Discord stay but can no longer be corrected."
    confirmLabel="Delete"
    failureText={failureText}
    onConfirm={useForgetChannel().mutateAsync}
    trigger={
      <Button variant="ghost" size="sm">
        Delete webhook
      </Button>
    }
  />
)
