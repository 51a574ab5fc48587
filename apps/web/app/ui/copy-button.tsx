import { Check, Copy } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#ui/button.tsx'

const FACES = { ready: 'Copy', copied: 'Copied', failed: 'Copying failed' }

export const CopyButton = ({ text, label }: { text: string; label: string }) => {
  const [state, setState] = useState<keyof typeof FACES>('ready')

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      setState('copied')
    } catch {
      setState('failed')
    }
  }

  return (
    <>
      <Button size="sm" onClick={() => void copy()} aria-label={`Copy ${label}`}>
        {state === 'copied' ? <Check aria-hidden="true" /> : <Copy aria-hidden="true" />}
        {FACES[state]}
      </Button>
      <span className="sr-only" aria-live="polite">
        {state === 'ready' ? '' : FACES[state]}
      </span>
    </>
  )
}
