import { useNavigate } from '#lib/link.ts'
import type { Guard } from '#lib/guard.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { Notice } from '#ui/notice.tsx'
import { toast } from '#ui/toast-store.ts'
import { useForm } from '#ui/use-form.ts'
import { useCreateUser, userRules } from './users.queries.ts'

/** Creates an account whose owner chooses the password by a mailed link. */
export const CreateUser = ({ guard }: { guard: Guard }) => {
  const { mutateAsync } = useCreateUser(guard)
  const navigate = useNavigate()
  const form = useForm({
    initial: { username: '', email: '', isAdmin: false },
    schema: userRules('create'),
    body: ({ username, email, isAdmin }) => ({ username: username.trim(), email: email.trim(), isAdmin }),
    fieldOf: { 'auth.username_taken': 'username', 'account.email_taken': 'email' },
    send: mutateAsync,
    onDone: async (created, { email }) => {
      if (!created) return
      await navigate(`/admin/users?user=${created.id}`)
      toast({ title: `The invitation goes to ${email.trim()}.`, tone: 'success' })
    },
  })
  return (
    <Card className="max-w-2xl">
      <form {...form.form} className="flex flex-col gap-5">
        {form.failure && <Notice tone="destructive" title={form.failure} />}
        <Field label="Username" hint="Its owner can change it later." error={form.problems.username}>
          <Input {...form.text('username')} autoComplete="off" autoCapitalize="none" spellCheck={false} />
        </Field>
        <Field
          label="E-mail address"
          hint="The invitation goes there. Check the spelling: the person who opens the link owns the account."
          error={form.problems.email}
        >
          <Input {...form.text('email')} type="email" autoComplete="off" spellCheck={false} />
        </Field>
        <Checkbox
          label="Administrator"
          hint="Sees all customers, orders and tickets, and can refund, ban and publish."
          checked={form.values.isAdmin}
          onCheckedChange={(isAdmin) => form.change({ isAdmin })}
        />
        <Button type="submit" variant="primary" className="self-start" isLoading={form.isPending}>
          Send invitation
        </Button>
      </form>
    </Card>
  )
}
