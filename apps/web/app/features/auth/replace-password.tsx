import type { OtherWays } from '@slipstream/contract/auth'
import { NewPasswordForm } from './new-password-form.tsx'
import { useResetPassword, useTakeOver } from './sign-in.queries.ts'

interface ReplacePasswordProps {
  secret: string
  occasion: 'reset' | 'take-over'
  /** The other ways are those that still open the account. */
  onDone: (message: string, otherWays?: OtherWays) => void
  onBack: () => void
  onExpired: (message: string) => void
}

const WORDS = {
  reset: {
    title: 'Choose a new password',
    intro: 'It replaces the old one immediately and signs you out everywhere.',
  },
  'take-over': {
    title: 'Take over the account',
    intro: 'Your password becomes the only way to log in. Everyone else is signed out.',
  },
} as const

export const ReplacePassword = ({ occasion, onDone, ...rest }: ReplacePasswordProps) => {
  const reset = useResetPassword()
  const takeOver = useTakeOver()
  return (
    <NewPasswordForm
      {...WORDS[occasion]}
      {...rest}
      send={async (body): Promise<{ message: string; otherWays?: OtherWays }> =>
        occasion === 'take-over' ? takeOver.mutateAsync(body) : reset.mutateAsync(body)
      }
      onDone={({ message, otherWays }) => onDone(message, otherWays)}
    />
  )
}
