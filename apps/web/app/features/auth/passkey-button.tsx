import { KeyRound } from 'lucide-react'
import { useEffect, useState } from 'react'
import { canOfferPasskeys, PasskeyProblem, usePasskeySupport, withdrawOffer } from '#lib/passkey.ts'
import { ApiError } from '#lib/request.ts'
import { Button } from '#ui/button.tsx'
import { FormNotice } from './form-notice.tsx'
import { usePasskeySignIn } from './sign-in.queries.ts'

/** Shorter than the lifetime of a challenge, so that autofill still works on a page left open. */
const OFFER_AGAIN_MS = 4 * 60_000

/** Null when there is nothing to show. */
export const passkeyFailure = (error: unknown) => {
  if (error instanceof PasskeyProblem) return error.isReplaced ? null : error.message
  return (error instanceof ApiError && error.reason) || 'Login failed'
}

interface PasskeyButtonProps {
  adminsOnly?: boolean
  onDone: () => void | Promise<void>
}

/** Signs in without username or password. Always in the markup, visible where the browser supports passkeys. */
export const PasskeyButton = ({ adminsOnly = false, onDone }: PasskeyButtonProps) => {
  const signIn = usePasskeySignIn(adminsOnly)
  const [failure, setFailure] = useState<string | null>(null)
  const [isAsking, setAsking] = useState(false)
  const isSupported = usePasskeySupport()

  const run = async (isOffer: boolean) => {
    try {
      await signIn.mutateAsync(isOffer)
      await onDone()
    } catch (error) {
      // A dismissed autofill offer is not an error.
      if (!isOffer || error instanceof ApiError) setFailure(passkeyFailure(error))
    }
  }

  const ask = async () => {
    setFailure(null)
    setAsking(true)
    await run(false)
    setAsking(false)
  }

  useEffect(() => {
    if (!isSupported) return
    const offer = async () => {
      if (await canOfferPasskeys()) await run(true)
    }
    void offer()
    const again = setInterval(() => void offer(), OFFER_AGAIN_MS)
    return () => {
      clearInterval(again)
      void withdrawOffer()
    }
    // Runs once: the callbacks stay the same for the life of the page.
  }, [isSupported])

  return (
    <div className="hidden flex-col gap-3 in-data-passkeys:flex">
      <Button size="lg" className="w-full" isLoading={isAsking} onClick={() => void ask()}>
        <KeyRound aria-hidden="true" />
        Log in with a passkey
      </Button>
      {failure && <FormNotice tone="destructive">{failure}</FormNotice>}
    </div>
  )
}
