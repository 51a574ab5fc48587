import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { IconButton } from '#ui/icon-button.tsx'

const SHOWN_CHARACTERS = 10
const COPIED_FOR_MS = 2000

/** A long id cut to its first characters, with a button that copies it. */
export const ShortId = ({ id, label }: { id: string; label: string }) => {
  const [isCopied, setCopied] = useState(false)

  useEffect(() => {
    if (!isCopied) return
    const timer = setTimeout(() => setCopied(false), COPIED_FOR_MS)
    return () => clearTimeout(timer)
  }, [isCopied])

  const copy = async () => {
    await navigator.clipboard.writeText(id)
    setCopied(true)
  }

  return (
    <span className="inline-flex items-center gap-0.5">
      <code className="font-mono text-small" title={id}>
        {id.length > SHOWN_CHARACTERS ? `${id.slice(0, SHOWN_CHARACTERS)}…` : id}
      </code>
      <IconButton label={`Copy ${label}`} size="icon-sm" onClick={() => void copy()}>
        {isCopied ? <Check className="text-success" aria-hidden="true" /> : <Copy aria-hidden="true" />}
      </IconButton>
      <span className="sr-only" aria-live="polite">
        {isCopied ? 'Copied' : ''}
      </span>
    </span>
  )
}
