import { callApi } from '#lib/api.ts'
import { Button } from '#ui/button.tsx'
import { DialogClose } from '#ui/dialog.tsx'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { PasswordInput } from '#ui/password-input.tsx'
import { useForm } from '#ui/use-form.ts'

interface ProofByFactorProps {
  username: string
  hasPassword: boolean
  onProven: () => void
}

const contract = async () => (await import('@slipstream/contract/auth')).authApi

/** For an account with a second factor: the password, if it has one, and a code. */
export const ProofByFactor = ({ username, hasPassword, onProven }: ProofByFactorProps) => {
  const { form, text, isPending, problems, failure } = useForm({
    initial: { password: '', code: '' },
    schema: async () => (await contract()).prove.body,
    body: ({ password, code }) => ({ ...(hasPassword && { password }), code: code.replaceAll(/\s/g, '') }),
    send: async (body) => callApi((await contract()).prove, { body }),
    onDone: onProven,
    words: { password: 'Enter your password.', code: 'Enter a code.' },
    fieldOf: { 'auth.wrong_password': 'password', 'auth.wrong_code': 'code' },
  })
  return (
    <form {...form} className="flex flex-col gap-4">
      <input hidden readOnly autoComplete="username" value={username} />
      {hasPassword && (
        <Field label="Password" error={problems.password}>
          <PasswordInput {...text('password')} autoComplete="current-password" />
        </Field>
      )}
      <Field label="Code" hint="From your authenticator app, or a recovery code." error={problems.code}>
        <Input {...text('code')} autoComplete="one-time-code" />
      </Field>
      {failure && (
        <p role="alert" tabIndex={-1} className="text-small text-destructive">
          {failure}
        </p>
      )}
      <div className="flex flex-wrap gap-2.5">
        <Button type="submit" variant="primary" isLoading={isPending}>
          Confirm
        </Button>
        <DialogClose>
          <Button variant="ghost">Cancel</Button>
        </DialogClose>
      </div>
    </form>
  )
}
