import { useEffect, useId, useRef, useState } from 'react'
import { useTheme } from '#lib/theme.ts'
import { Button } from '#ui/button.tsx'
import { FieldError } from '#ui/field.tsx'
import { Spinner } from '#ui/spinner.tsx'
import { loadTurnstile } from './turnstile.ts'

interface BotCheckProps {
  /** Undefined until the settings are loaded. */
  widget: { siteKey: string; scriptUrl: string } | undefined
  /** Loading the settings failed. */
  isUnknown: boolean
  onRetry: () => void
  name: string
  /** The form that the check protects. The server rejects a response token from another form. */
  action: 'register' | 'contact'
  /** A new number resets the check: a response token works once. */
  attempt: number
  /** Null when the token has expired. */
  onAnswer: (answer: string | null) => void
  problem: string | undefined
}

/** Below this width the widget uses its compact size. */
const WIDGET_WIDTH = 300

/** Cloudflare's widget. Its space is reserved, so nothing shifts when it loads. */
export const BotCheck = (props: BotCheckProps) => {
  const { widget, isUnknown, onRetry, name, action, attempt, onAnswer, problem } = props
  const { siteKey, scriptUrl } = widget ?? {}
  const host = useRef<HTMLDivElement>(null)
  const answered = useRef(onAnswer)
  const errorId = useId()
  const theme = useTheme()
  const [state, setState] = useState<'loading' | 'there' | 'away' | 'failed'>('loading')
  const [loads, setLoads] = useState(0)

  useEffect(() => {
    answered.current = onAnswer
  })

  useEffect(() => {
    const element = host.current
    if (!element || theme === null || siteKey === undefined || scriptUrl === undefined) return
    let remove: (() => void) | null = () => undefined
    const draw = async () => {
      setState('loading')
      const turnstile = await loadTurnstile(scriptUrl)
      if (remove === null) return
      const drawn = turnstile.render(element, {
        sitekey: siteKey,
        action,
        theme: document.documentElement.classList.contains('dark') ? 'dark' : 'light',
        size: element.clientWidth < WIDGET_WIDTH ? 'compact' : 'flexible',
        'response-field': false,
        callback: (answer) => {
          setState('there')
          answered.current(answer)
        },
        'expired-callback': () => answered.current(null),
        'timeout-callback': () => answered.current(null),
        'error-callback': () => {
          answered.current(null)
          setState('failed')
          return true
        },
      })
      setState('there')
      remove = () => turnstile.remove(drawn)
    }
    draw().catch(() => remove && setState('away'))
    return () => {
      remove?.()
      remove = null
      answered.current(null)
    }
  }, [siteKey, scriptUrl, action, theme, attempt, loads])

  const isAway = isUnknown || state === 'away'
  const error = problem ?? (state === 'failed' ? 'The bot check failed. Please try again.' : undefined)
  return (
    <div className="flex flex-col gap-1.5">
      <div
        role="group"
        aria-label="Bot check"
        aria-describedby={error ? errorId : undefined}
        data-name={name}
        tabIndex={-1}
        className="relative min-h-[65px] rounded-lg max-[379px]:min-h-[140px]"
      >
        {state === 'loading' && !isAway && (
          <div className="absolute inset-0 grid place-items-center rounded-lg border bg-raised text-muted">
            <Spinner label="Loading the bot check" />
          </div>
        )}
        {isAway && (
          <div className="absolute inset-0 flex items-center justify-between gap-3 rounded-lg border bg-raised px-3.5 text-small text-muted">
            The bot check could not be loaded.
            <Button variant="outline" size="sm" onClick={isUnknown ? onRetry : () => setLoads(loads + 1)}>
              Try again
            </Button>
          </div>
        )}
        <div ref={host} className="relative" />
      </div>
      {error && <FieldError id={errorId}>{error}</FieldError>}
    </div>
  )
}
