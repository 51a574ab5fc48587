import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { ApiError } from '#lib/request.ts'
import { Button } from '#ui/button.tsx'
import { FormNotice } from './form-notice.tsx'
import { passkeyFailure } from './passkey-button.tsx'
import { usePasskeyFactor } from './sign-in.queries.ts'

interface PasskeyFactorProps {
  challenge: string
  onDone: () => void | Promise<void>
  onExpired: () => void
}

/** The second factor by passkey. */
export const PasskeyFactor = ({ challenge, onDone, onExpired }: PasskeyFactorProps) => {
  const { mutateAsync } = usePasskeyFactor()
  const [failure, setFailure] = useState<string | null>(null)
  const [isPending, setPending] = useState(false)

  const ask = async () => {
    setFailure(null)
    setPending(true)
    try {
      await mutateAsync(challenge)
      await onDone()
    } catch (error) {
      if (error instanceof ApiError && error.code === 'auth.link_expired') return onExpired()
      setFailure(passkeyFailure(error))
    } finally {
      setPending(false)
    }
  }

  return (
    <>
      {failure && <FormNotice tone="destructive">{failure}</FormNotice>}
      <Button autoFocus variant="primary" size="lg" isLoading={isPending} onClick={() => void ask()}>
        <KeyRound aria-hidden="true" />
        Use your passkey
      </Button>
    </>
  )
}
