import { useEffect, useState, useSyncExternalStore } from 'react'
import { useLocation } from 'react-router'
import type { SecondFactor } from '@slipstream/contract/auth'
import { Link, type PageAddress, useNavigate } from '#lib/link.ts'
import { type SecretLink, secretLink, takeSecretsFromAddress } from './arrival.ts'
import { AcceptInvitation } from './accept-invitation.tsx'
import { AuthCard, OrDivider } from './auth-card.tsx'
import { CredentialsForm } from './credentials-form.tsx'
import { DiscordButton } from './discord-button.tsx'
import { ForgotPassword } from './forgot-password.tsx'
import { FormNotice } from './form-notice.tsx'
import { useNextPath, withNext } from './next-path.ts'
import { NotMe } from './not-me.tsx'
import { PasskeyButton } from './passkey-button.tsx'
import { ReplacePassword } from './replace-password.tsx'
import { SecondFactorForm } from './second-factor-form.tsx'
import { toast } from '#ui/toast-store.ts'
import { useLogin } from './sign-in.queries.ts'
import { SignedInNote } from './signed-in-note.tsx'
import { textOfWays } from './other-ways.ts'
import { TextButton, textLink } from './text-button.tsx'
import { VerifyEmail } from './verify-email.tsx'

interface Notice {
  tone: 'success' | 'destructive'
  text: string
}

type Panel =
  | { name: 'credentials'; notice?: Notice; isReturn?: true }
  | { name: 'forgot'; failure?: string }
  | { name: 'code'; challenge: string; factors: readonly SecondFactor[] }
  | { name: 'new-password'; secret: string; occasion: 'reset' | 'take-over' }
  | { name: 'verify' | 'not-me' | 'invitation'; secret: string }

const panelOf = (link: SecretLink): Panel => {
  const { purpose, secret } = link
  if (purpose === 'second-factor') return { name: 'code', challenge: secret, factors: link.factors }
  if (purpose === 'reset') return { name: 'new-password', secret, occasion: purpose }
  return { name: purpose, secret }
}

/** The secret from the URL: on first load, or from a link opened in this very page. */
const useSecretLink = (open: (link: SecretLink) => void) => {
  const { hash } = useLocation()
  const link = useSyncExternalStore(secretLink.subscribe, secretLink.get, () => null)
  useEffect(() => {
    if (hash !== '') takeSecretsFromAddress()
  }, [hash])
  useEffect(() => {
    if (link === null) return
    secretLink.set(null)
    open(link)
  }, [link, open])
}

/** All sign-in panels, one at a time. */
export const LoginPanels = () => {
  const next = useNextPath()
  const navigate = useNavigate()
  const [panel, setPanel] = useState<Panel>({ name: 'credentials' })
  const [openLink] = useState(() => (link: SecretLink) => setPanel(panelOf(link)))
  useSecretLink(openLink)

  /** The link of an address that is confirmed once its reader has signed in. */
  const [toConfirm, setToConfirm] = useState<string | null>(null)
  /** Whether the other ways into the account were named, which the profile lists and removes. */
  const [hasOtherWays, setOtherWays] = useState(false)

  const goOn = () => {
    if (toConfirm !== null) return setPanel({ name: 'verify', secret: toConfirm })
    return navigate(hasOtherWays ? '/profile' : next, { replace: true })
  }
  const back = (notice?: Notice) => setPanel({ name: 'credentials', isReturn: true, ...(notice && { notice }) })

  switch (panel.name) {
    case 'credentials':
      return <LoginPanel {...panel} next={next} goOn={goOn} open={setPanel} />
    case 'forgot':
      return <ForgotPassword failure={panel.failure} onBack={() => back()} />
    case 'code':
      return (
        <SecondFactorForm
          challenge={panel.challenge}
          factors={panel.factors}
          onDone={goOn}
          onExpired={() => back({ tone: 'destructive', text: 'That took too long. Please log in again.' })}
          onBack={() => back()}
        />
      )
    case 'new-password':
      return (
        <ReplacePassword
          {...panel}
          onDone={(text, otherWays) => {
            const more = otherWays ? textOfWays(otherWays) : ''
            setToConfirm(null)
            setOtherWays(more !== '')
            back({ tone: 'success', text: `${text}${more}` })
          }}
          onExpired={(failure) => setPanel({ name: 'forgot', failure })}
          onBack={() => back()}
        />
      )
    case 'invitation':
      return (
        <AcceptInvitation
          secret={panel.secret}
          onDone={(answer) => {
            if (!answer.success) return setPanel({ ...answer, name: 'code' })
            toast({
              title: answer.message,
              description: 'Your password is saved, and you are logged in.',
              tone: 'success',
            })
            return goOn()
          }}
          onExpired={(failure) => setPanel({ name: 'forgot', failure })}
          onBack={() => back()}
        />
      )
    case 'verify':
      return (
        <VerifyEmail
          secret={panel.secret}
          next={next}
          onLogIn={() => {
            setToConfirm(panel.secret)
            back()
          }}
          onTakeOver={() => setPanel({ name: 'new-password', secret: panel.secret, occasion: 'take-over' })}
        />
      )
    case 'not-me':
      return <NotMe token={panel.secret} />
  }
}

interface LoginPanelProps {
  notice?: Notice
  isReturn?: true
  next: PageAddress
  goOn: () => void | Promise<void>
  open: (panel: Panel) => void
}

const LoginPanel = ({ notice, isReturn, next, goOn, open }: LoginPanelProps) => {
  const { mutateAsync } = useLogin()
  return (
    <AuthCard
      title="Welcome back"
      intro="Log in to your mods, orders and tickets."
      after={
        <>
          New here? {/* A full page load: the CSP of this page does not allow the bot check. */}
          <Link to={withNext('/register', next)} reloadDocument className={textLink}>
            Create an account
          </Link>
          <span className="mt-2 block">
            Do you run this store?{' '}
            <Link to="/admin-login" className={textLink}>
              Admin login
            </Link>
          </span>
        </>
      }
    >
      <div className="flex flex-col gap-5">
        <SignedInNote next={next} />
        {notice && <FormNotice tone={notice.tone}>{notice.text}</FormNotice>}
        <DiscordButton next={next} />
        <PasskeyButton onDone={goOn} />
        <OrDivider>or with your password</OrDivider>
        <CredentialsForm
          send={mutateAsync}
          onAnswer={(answer) => (answer.success ? goOn() : open({ ...answer, name: 'code' }))}
          defaultText={() => 'Login failed'}
          isFocused={isReturn === true}
          help={
            <TextButton
              className="mt-2 max-md:min-h-11 text-small font-normal text-muted"
              onClick={() => open({ name: 'forgot' })}
            >
              Forgot your password?
            </TextButton>
          }
        />
      </div>
    </AuthCard>
  )
}
