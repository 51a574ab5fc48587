import { Pause, Play, X } from 'lucide-react'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { Notice } from '#ui/notice.tsx'
import { Progress } from '#ui/progress.tsx'
import { sizeText } from '#ui/size-text.ts'
import type { Transfer } from './transfers.ts'
import { cancelUpload, pauseUpload, resumeUpload } from './upload-engine.ts'
import { timeLeftText } from './upload-words.ts'

/** A running upload. */
export const TransferProgress = ({ transfer }: { transfer: Transfer }) => {
  const { fileName, sizeBytes, sentBytes, state, problem } = transfer
  const isWaiting = state === 'paused' || state === 'stopped'
  const share = state === 'preparing' || state === 'finishing' ? null : sentBytes / sizeBytes
  return (
    <div className="flex flex-col gap-4">
      <Progress
        label={`${labels[state]} ${fileName}`}
        value={share}
        {...(share !== null && { detail: `${Math.floor(share * 100)} %` })}
        tone={isWaiting || problem ? 'warning' : 'primary'}
      />
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="num text-small text-muted">{factsOf(transfer)}</p>
        <div className="flex items-center gap-2">
          <PauseOrResume transfer={transfer} />
          <ConfirmDialog
            title={`Cancel the upload of ${fileName}?`}
            description="What was already sent is removed. To upload the file later, you have to start over."
            confirmLabel="Cancel the upload"
            cancelLabel="Keep it"
            failureText="The upload could not be canceled. Please try again."
            onConfirm={() => cancelUpload(transfer.modId)}
            trigger={
              <Button size="sm" variant="ghost">
                <X aria-hidden="true" />
                Cancel
              </Button>
            }
          />
        </div>
      </div>
      {problem && (
        <Notice tone={state === 'stopped' ? 'destructive' : 'warning'} title={problem}>
          {state === 'stopped'
            ? 'What was already sent is kept.'
            : 'Keep this page open. The upload continues automatically.'}
        </Notice>
      )}
    </div>
  )
}

const labels: Record<Transfer['state'], string> = {
  preparing: 'Preparing',
  sending: 'Uploading',
  finishing: 'Assembling',
  done: 'Uploaded',
  paused: 'Paused:',
  stopped: 'Stopped:',
}

const factsOf = ({ sentBytes, sizeBytes, bytesPerSecond, state, problem }: Transfer) => {
  if (state === 'preparing') return sizeText(sizeBytes)
  const facts = [`${sizeText(sentBytes)} of ${sizeText(sizeBytes)}`]
  if (state === 'sending' && bytesPerSecond && !problem) {
    facts.push(`${sizeText(bytesPerSecond)}/s`, timeLeftText((sizeBytes - sentBytes) / bytesPerSecond))
  }
  return facts.join(' · ')
}

const PauseOrResume = ({ transfer: { modId, state } }: { transfer: Transfer }) => {
  if (state === 'finishing' || state === 'done') return null
  if (state === 'paused' || state === 'stopped') {
    return (
      <Button size="sm" variant="primary" onClick={() => resumeUpload(modId)}>
        <Play aria-hidden="true" />
        {state === 'paused' ? 'Resume' : 'Try again'}
      </Button>
    )
  }
  return (
    <Button size="sm" onClick={() => pauseUpload(modId)}>
      <Pause aria-hidden="true" />
      Pause
    </Button>
  )
}
