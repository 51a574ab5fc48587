import { useEffect } from 'react'
import type { Account } from '@slipstream/contract/account'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { AccountSection } from './account-section.tsx'
import { useUnlinkDiscord } from './account.queries.ts'
import { discordLinkAddress } from './discord-address.ts'
import { failureText, isRefusal } from './failure-text.ts'
import { Outcome, OutcomeText } from './outcome.tsx'
import { useProof } from './proof-context.ts'
import { useKeptFocus } from './use-kept-focus.ts'
import type { Returned } from './use-return-flags.ts'

const RETURN_WORDS = {
  linked: 'Discord is linked. You can log in with it from now on.',
  taken: 'That Discord account is already linked to another account here.',
  unproven: 'Please confirm your identity before you link Discord.',
}

interface DiscordSectionProps {
  account: Account
  /** The result of the Discord round trip that opened this page. */
  returned: Returned['linking']
}

export const DiscordSection = ({ account: { discordUsername }, returned }: DiscordSectionProps) => {
  const unlink = useUnlinkDiscord()
  const part = useKeptFocus<HTMLDivElement>(discordUsername)
  useProofForLinking(returned)
  return (
    <AccountSection id="discord" description="Log in with one click, and show your Discord picture here.">
      <div ref={part} tabIndex={-1} className="flex flex-col gap-5 outline-none">
        {discordUsername === null ? (
          <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
            <Button asChild>
              <a href={discordLinkAddress}>Link Discord</a>
            </Button>
            <Outcome act={unlink} done="Discord is no longer linked." />
          </div>
        ) : (
          <>
            <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
              <p className="text-ui">
                Linked as <strong className="font-medium">{discordUsername}</strong>
              </p>
              <ConfirmDialog
                title={`Unlink ${discordUsername}?`}
                description="You’ll log in with your username and password instead. You can link Discord again at any time."
                confirmLabel="Unlink Discord"
                onConfirm={() => unlink.mutate()}
                trigger={
                  <Button variant="outline" isLoading={unlink.isPending}>
                    Unlink
                  </Button>
                }
              />
            </div>
            <Outcome
              act={unlink}
              failure={isRefusal(unlink.error, 'account.last_way_in') ? <LastWayIn /> : failureText(unlink.error)}
            />
          </>
        )}
        {unlink.isIdle && returned !== null && (
          <p role="status" className="text-small">
            <OutcomeText isGood={returned === 'linked'}>{RETURN_WORDS[returned]}</OutcomeText>
          </p>
        )}
      </div>
    </AccountSection>
  )
}

/** The server asked for proof before linking: show the proof dialog, then start again. */
const useProofForLinking = (returned: Returned['linking']) => {
  const { askProof } = useProof()
  useEffect(() => {
    if (returned !== 'unproven') return
    let isHere = true
    const begin = () => {
      if (isHere) location.assign(discordLinkAddress)
    }
    askProof('discord').then(begin, () => undefined)
    return () => {
      isHere = false
    }
    // Runs once per return from Discord.
  }, [returned])
}

const LastWayIn = () => (
  <>
    Discord is your only way to log in.{' '}
    <a href="#password" className="font-medium underline underline-offset-4">
      Set a password first
    </a>
    , then unlink it.
  </>
)
