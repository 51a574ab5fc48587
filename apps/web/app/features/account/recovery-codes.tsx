import { Download } from 'lucide-react'
import { Button } from '#ui/button.tsx'
import { CopyButton } from '#ui/copy-button.tsx'
import { saveFile } from '#lib/save-file.ts'

interface RecoveryCodesProps {
  codes: readonly string[]
  username: string
  onClose: () => void
}

/** The only time the codes can be read: the store keeps only their hashes. */
export const RecoveryCodes = ({ codes, username, onClose }: RecoveryCodesProps) => {
  const text = codes.join('\n')

  return (
    <div className="flex flex-col gap-4 rounded-xl border border-primary/60 bg-raised/50 p-4 md:p-5">
      <div>
        <h3 className="text-ui font-semibold">Your recovery codes</h3>
        <p className="mt-1 text-small text-muted">
          Each one signs you in once if you lose your authenticator app or your passkeys. We show them only once, so
          keep them somewhere safe.
        </p>
      </div>
      <ul className="grid grid-cols-1 gap-x-8 gap-y-1.5 font-mono text-ui min-[420px]:grid-cols-2 sm:max-w-md">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2.5">
        <CopyButton text={text} label="the recovery codes" />
        <Button size="sm" onClick={() => saveFile(`recovery-codes-${username}.txt`, `${text}\n`, 'text/plain')}>
          <Download aria-hidden="true" />
          Download
        </Button>
        <Button size="sm" variant="primary" onClick={onClose}>
          I have saved them
        </Button>
      </div>
    </div>
  )
}
