import { type ComponentProps, lazy, Suspense } from 'react'
import { Button } from '#ui/button.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { rulesOf } from './account.queries.ts'
import { CopyButton } from '#ui/copy-button.tsx'
import { AccountFieldForm } from './account-field-form.tsx'

/** Lazy: few visitors need it. */
const QrCode = lazy(() => import('./qr-code.tsx'))

interface TwoFactorSetupProps {
  secret: string
  uri: string
  confirm: ComponentProps<typeof AccountFieldForm>['act']
  onCancel: () => void
}

export const TwoFactorSetup = ({ secret, uri, confirm, onCancel }: TwoFactorSetupProps) => (
  <div className="flex flex-col gap-5">
    <div className="flex flex-col gap-5 sm:flex-row">
      <div className="size-44 shrink-0 overflow-clip rounded-xl border">
        <Suspense fallback={<Skeleton className="size-full" />}>
          <QrCode text={uri} label="QR code for your authenticator app" />
        </Suspense>
      </div>
      <div className="flex min-w-0 flex-col items-start gap-3 text-ui">
        <p>Scan the code with your authenticator app. If you cannot, type this secret into the app:</p>
        <code className="font-mono text-small [overflow-wrap:anywhere]">{inGroups(secret)}</code>
        <CopyButton text={secret} label="the secret" />
      </div>
    </div>
    <AccountFieldForm
      label="Authenticator code"
      hint="The six digits that your app shows now."
      action="Turn on"
      variant="primary"
      act={confirm}
      name="code"
      schema={rulesOf('confirmTwoFactor')}
      tidy={(text) => text.replaceAll(/\s/g, '')}
      cancel={
        <Button variant="ghost" onClick={onCancel}>
          Cancel
        </Button>
      }
      wordsFor={{ 'auth.wrong_code': 'Wrong code. Wait for the next one and try again.' }}
      input={{ inputMode: 'numeric', autoComplete: 'one-time-code', className: 'max-w-40' }}
    />
  </div>
)

/** Groups of four are easier to type. */
const inGroups = (secret: string) => secret.replaceAll(/(.{4})(?=.)/g, '$1 ')
