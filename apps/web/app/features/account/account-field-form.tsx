import type { ComponentProps, ReactNode } from 'react'
import { Input } from '#ui/input.tsx'
import { OneFieldForm, type OneFieldFormProps } from '#ui/one-field-form.tsx'
import { PasswordInput } from '#ui/password-input.tsx'
import { failureText } from './failure-text.ts'
import { Outcome } from './outcome.tsx'

interface AccountFieldFormProps extends Omit<OneFieldFormProps, 'act' | 'explain' | 'isWide' | 'beside' | 'children'> {
  act: OneFieldFormProps['act'] & { isSuccess: boolean }
  done?: ReactNode
  input?: Omit<ComponentProps<typeof Input>, 'value' | 'onChange' | 'ref'>
  /** A secondary action beside the button. */
  cancel?: ReactNode
  /** The username the password belongs to, for password managers. */
  passwordOf?: string
}

/** Shows the result beside the button, and nothing if the proof of identity was declined. */
export const AccountFieldForm = ({ done, input, cancel, passwordOf, ...form }: AccountFieldFormProps) => {
  const Control = passwordOf === undefined ? Input : PasswordInput
  return (
    <OneFieldForm
      {...(passwordOf !== undefined && { tidy: (text: string) => text })}
      {...form}
      explain={(error) => failureText(error instanceof Error ? error : null)}
      beside={
        <>
          {cancel}
          <Outcome act={{ isSuccess: form.act.isSuccess, error: null }} done={done} />
        </>
      }
    >
      {(control) => (
        <>
          {passwordOf !== undefined && <input hidden readOnly autoComplete="username" value={passwordOf} />}
          <Control {...input} {...control} />
        </>
      )}
    </OneFieldForm>
  )
}
